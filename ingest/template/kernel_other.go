//go:build !amd64 || purego

package template

// hasKernel says that there are no vector instructions here.
const hasKernel = false

func shorten(_, _ *byte, _ int) int { panic("no kernel") }

func numberless(_, _ *byte, _ int) int { panic("no kernel") }
