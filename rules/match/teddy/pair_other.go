//go:build !amd64 || purego

package teddy

const hasPair = false

// pair is never called.
func pair(_, _ *byte, _, _ int, _, _ byte) int { return -1 }
