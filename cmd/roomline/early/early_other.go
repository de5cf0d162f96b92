//go:build !linux || !(amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x)

package early

// Roomy is false: nobody asks for large pages here.
func Roomy() bool { return false }

// Mark is false: nothing here knows how.
func Mark(_, _ uintptr) bool { return false }
