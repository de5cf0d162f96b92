package lines

// Kernels names what runs here, the best first.
func Kernels() (names []string) {
	for _, v := range versions() {
		names = append(names, v.name)
	}
	return names
}

// Use makes Scan run a version, and says whether it can run here.
func Use(kernel string) bool {
	for _, v := range versions() {
		if v.name == kernel {
			chosen = v
			return true
		}
	}
	return false
}
