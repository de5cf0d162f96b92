//go:build !purego

package teddy

// kernels are those that the machine can run.
func kernels() []kernel {
	out := []kernel{portable}
	if hasAVX2 {
		out = append(out, avx2By8, avx2By16)
	}
	if hasVBMI {
		out = append(out, vbmiBy8, vbmiBy16)
	}
	return out
}
