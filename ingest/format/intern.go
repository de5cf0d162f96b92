package format

import (
	"hash/maphash"
	"sync/atomic"
)

// The strings of headers (rank tags, targets, file:line) are few and come again with every line.
// They are kept in a table of fixed size, so that a line costs no allocation; a collision only costs
// one. What a caller sees does not depend on it.
var (
	internSeed  = maphash.MakeSeed()
	internTable [1024]atomic.Pointer[string]
)

// internMax is the longest string worth keeping.
const internMax = 96

// intern is string(b), mostly without an allocation.
func intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > internMax {
		return string(b)
	}
	slot := &internTable[maphash.Bytes(internSeed, b)%uint64(len(internTable))]
	if p := slot.Load(); p != nil && *p == string(b) {
		return *p
	}
	s := string(b)
	slot.Store(&s)
	return s
}
