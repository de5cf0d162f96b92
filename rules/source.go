package rules

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Source is a pack as its files hold it. Who opens it reads the files; this package never does.
type Source struct {
	ID    string // the same for every name of one pack: a path without links, or builtin:NAME
	Path  string // as messages and findings name it
	Files []File // the one with the head (pack.yaml of a folder) first, then the others by name
	Lock  File   // rules.lock beside it; Data is nil if there is none

	Warnings []string // on what was not read
}

// File is one file of a pack.
type File struct {
	Path string // as messages name it
	Name string // within the pack; part of its hash
	Data []byte
}

// Opener opens the pack that another one names in `uses`; from is the ID of that one, "" for a name
// that was given to the program. Its error says what was attempted and what to do.
type Opener func(from, name string) (*Source, error)

// BuiltinPrefix begins the names of shipped packs. They are not pinned by rules.lock: they are part of
// the program, and its version pins them.
const BuiltinPrefix = "builtin:"

func (s *Source) pinned() bool { return !strings.HasPrefix(s.ID, BuiltinPrefix) }

// Hash is the sha256 of the pack in hex: of one file that of its bytes; of several that of the lines
// which `sha256sum` writes for them, names and all, in the order of their names.
func (s *Source) Hash() string {
	if len(s.Files) == 1 {
		return hexSum(s.Files[0].Data)
	}
	var b strings.Builder
	files := slices.SortedFunc(slices.Values(s.Files), func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range files {
		fmt.Fprintf(&b, "%s  %s\n", hexSum(f.Data), f.Name)
	}
	return hexSum([]byte(b.String()))
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
