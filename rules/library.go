package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxPacks is how many packs one run may load, those that others use too.
const maxPacks = 64

// Library loads packs with all that they use, each once.
//
// Concurrency: one goroutine at a time.
type Library struct {
	Unlocked bool // do not hold what is used against rules.lock: it is about to be written
	Untested bool // leave out the tests of shipped packs, which nobody wrote anew: nothing asks for them; and the check of their regexps, which tests have made

	open     Opener
	prepared map[string]*prepared // by name: shipped packs that are parsed
	entries  map[string]*entry    // by the ID of their source
	order    []*Pack
	chain    []*entry // being loaded, each by the one before it
}

type entryState uint8

const (
	entryLoading entryState = iota
	entryDone
)

// entry is a pack that was asked for.
type entry struct {
	src   *Source
	state entryState
	pack  *Pack // nil: err
	err   error
}

// NewLibrary prepares to load packs that open opens.
func NewLibrary(open Opener) *Library {
	return &Library{open: open, prepared: map[string]*prepared{}, entries: map[string]*entry{}}
}

// Load loads a pack and what it uses; a pack that was loaded before is the same. The error is
// [Faults] where the pack could be read.
func (lib *Library) Load(name string) (*Pack, error) {
	e, err := lib.enter(nil, name)
	if err != nil {
		return nil, err
	}
	return e.pack, e.err
}

// Packs are all that were loaded, each behind those that it uses.
func (lib *Library) Packs() []*Pack { return slices.Clone(lib.order) }

// Source is the source of a pack that was asked for, also of one that has faults; nil if it could
// not be opened.
func (lib *Library) Source(name string) *Source {
	src, err := lib.opened(nil, name)
	if err != nil {
		return nil
	}
	if e := lib.entries[src.ID]; e != nil {
		return e.src
	}
	return nil
}

func (lib *Library) opened(from *Source, name string) (*Source, error) {
	if lib.open == nil {
		return nil, errors.New("this pack was given without a place, so that nothing can be found beside it")
	}
	if p := lib.prepared[name]; p != nil {
		return p.src, nil
	}
	id := ""
	if from != nil {
		id = from.ID
	}
	return lib.open(id, name)
}

// enter gives the entry of a pack, loaded if it was not yet.
func (lib *Library) enter(from *Source, name string) (*entry, error) {
	src, err := lib.opened(from, name)
	if err != nil {
		return nil, err
	}
	if e := lib.entries[src.ID]; e != nil {
		return e, nil
	}
	if len(lib.entries) >= maxPacks {
		return nil, fmt.Errorf("there are more than %d packs: join some", maxPacks)
	}
	return lib.add(src), nil
}

func (lib *Library) add(src *Source) *entry {
	e := &entry{src: src}
	lib.entries[src.ID] = e
	lib.chain = append(lib.chain, e)
	p, faults := load(lib, src)
	lib.chain = lib.chain[:len(lib.chain)-1]
	e.state, e.pack = entryDone, p
	if p == nil {
		e.err = faults
	} else {
		lib.order = append(lib.order, p)
	}
	return e
}

// circle names the packs from one that is being loaded back to itself.
func (lib *Library) circle(e *entry) string {
	var names []string
	for _, c := range lib.chain[slices.Index(lib.chain, e):] {
		names = append(names, c.src.Path)
	}
	return strings.Join(append(names, e.src.Path), " uses ")
}

// reach visits a used pack and all that it uses in turn, each once, with the names that lead there;
// shipped packs are not visited.
func (lib *Library) reach(e *entry, chain string, seen map[string]bool, visit func(chain string, e *entry)) {
	if seen[e.src.ID] || !e.src.pinned() {
		return
	}
	seen[e.src.ID] = true
	visit(chain, e)
	if e.pack == nil {
		return
	}
	for i, used := range e.pack.Uses {
		lib.reach(lib.entries[used.id], chain+chainSep+e.pack.usedAs[i], seen, visit)
	}
}

// Pins are the pins that the lock beside a pack has to have.
func (lib *Library) Pins(p *Pack) []Pin {
	var out []Pin
	seen := map[string]bool{}
	for i, used := range p.Uses {
		lib.reach(lib.entries[used.id], p.usedAs[i], seen, func(chain string, e *entry) {
			out = append(out, Pin{chain, e.src.Hash(), e.pack.ID()})
		})
	}
	return out
}

// blame adds the faults of a used pack to those of the one that uses it, once.
func (lib *Library) blame(l *loader, e *entry) {
	var faults Faults
	if !errors.As(e.err, &faults) {
		return
	}
	for _, f := range faults {
		f.order += 1 << 20 // behind those of the pack itself
		if !slices.ContainsFunc(l.faults, func(x Fault) bool {
			return x.File == f.File && x.Line == f.Line && x.Col == f.Col && x.Message == f.Message
		}) {
			l.faults = append(l.faults, f)
		}
	}
}

// brief is an error in a few words.
func brief(err error) string {
	var faults Faults
	if errors.As(err, &faults) {
		return plural(len(faults), "fault") + ", below"
	}
	return err.Error()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// WithUses are packs, each behind all that it uses, each once.
func WithUses(packs ...*Pack) []*Pack {
	var out []*Pack
	var visit func(*Pack)
	visit = func(p *Pack) {
		if slices.Contains(out, p) {
			return
		}
		for _, used := range p.Uses {
			visit(used)
		}
		out = append(out, p)
	}
	for _, p := range packs {
		visit(p)
	}
	return out
}
