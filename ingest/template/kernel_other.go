//go:build !amd64 || purego

package template

// hasKernel says that there are no vector instructions here.
const hasKernel = false

func findWords(*byte, int, *wordMasks) { panic("no kernel") }

func squeeze(_, _ *byte, _ int, _ *edit, _ byte) int { panic("no kernel") }

func shorten(_, _ *byte, _ int) int { panic("no kernel") }
