//go:build !amd64 || purego

package teddy

func kernelFor(int, bool) kernel { return portable }

// candidates is never called: the portable search needs none.
func (s *Set) candidates(*byte, int, *[room]uint32) (done, n int) { return 0, 0 }
