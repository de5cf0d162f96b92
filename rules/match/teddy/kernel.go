package teddy

// kernel is a way to search.
type kernel uint8

const (
	portable kernel = iota
	avx2By8
	avx2By16
	vbmiBy8
	vbmiBy16
)

// buckets is how many groups of windows a vector kernel tells apart.
func (k kernel) buckets() int {
	if k == avx2By8 || k == vbmiBy8 {
		return 8
	}
	return 16
}

// nibbles says whether its tables are by four and three bits, not by the whole byte.
func (k kernel) nibbles() bool { return k == avx2By8 || k == avx2By16 }

func (k kernel) String() string {
	return [...]string{"portable", "avx2By8", "avx2By16", "vbmiBy8", "vbmiBy16"}[k]
}
