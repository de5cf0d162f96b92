package main

import (
	"math"
	"strconv"
	"strings"
)

// byteSize is a flag in bytes: 500M, 64G, 2T (of 1024), or a plain number.
type byteSize int64

func (b *byteSize) Type() string { return "SIZE" }

func (b *byteSize) String() string {
	for i, unit := range "TGMK" {
		if one := int64(1) << (40 - 10*i); *b > 0 && int64(*b)%one == 0 {
			return strconv.FormatInt(int64(*b)/one, 10) + string(unit)
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *byteSize) Set(s string) error {
	digits, shift := s, 0
	if i := strings.IndexAny(s, "KMGT"); i > 0 && i == len(s)-1 {
		digits, shift = s[:i], 10*(strings.IndexByte("KMGT", s[i])+1)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return usage("%q is no size: give bytes, or K, M, G, T of them, as in 64G", s)
	}
	*b = byteSize(n << shift)
	return nil
}
