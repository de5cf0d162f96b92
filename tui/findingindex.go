package tui

import (
	"cmp"
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// findingIndex finds findings by id, by record and by room.
type findingIndex struct {
	res    *rules.Result
	byID   map[string]int // findings by F1, rules that did not fire by their rule id, behind the findings
	proves map[timeline.Ref]int32
	rooms  map[string][]string // finding ids of a room; refuted ones explain nothing
	begins []begin             // sorted
	at     []int64             // beside begins
	frozen map[string]spans    // by process
	under  map[string][]string // findings whose rooms a finding's r lists, if those are not just its own
}

// begin is when a finding begins.
type begin struct {
	at      int64
	finding int
}

func newFindingIndex(res *rules.Result) findingIndex {
	x := findingIndex{res: res, byID: map[string]int{}, proves: map[timeline.Ref]int32{}, rooms: map[string][]string{}}
	for i := range res.Findings {
		x.add(i, &res.Findings[i])
	}
	for i := range res.NotFired {
		x.byID[res.NotFired[i].Rule] = len(res.Findings) + i
	}
	slices.SortStableFunc(x.begins, func(a, b begin) int { return cmp.Compare(a.at, b.at) })
	for _, b := range x.begins {
		x.at = append(x.at, b.at)
	}
	x.freeze()
	x.follow()
	return x
}

func (x *findingIndex) add(i int, f *rules.Finding) {
	x.byID[f.ID] = i
	if f.Verdict == timeline.F {
		return
	}
	if t := f.Anchor.Lo; t.Known() {
		x.begins = append(x.begins, begin{int64(t), i})
	}
	for _, r := range f.Rooms {
		x.rooms[r] = append(x.rooms[r], f.ID)
	}
	for _, s := range f.Steps {
		for _, e := range s.Evidence {
			if e.Hit == nil {
				continue
			}
			if _, told := x.proves[refKey(e.Hit.Ref)]; !told {
				x.proves[refKey(e.Hit.Ref)] = int32(i)
			}
		}
	}
}

// follow finds the rooms of findings that name none: those of what they explain, and of what that does.
func (x *findingIndex) follow() {
	x.under = map[string][]string{}
	for i := range x.res.Findings {
		f := &x.res.Findings[i]
		if len(f.Rooms) > 0 || len(f.Explains) == 0 {
			continue
		}
		seen, next := map[string]bool{f.ID: true}, f.Explains
		for len(next) > 0 {
			id := next[0]
			next = next[1:]
			k, ok := x.byID[id]
			if !ok || seen[id] || k >= len(x.res.Findings) {
				continue
			}
			seen[id] = true
			e := &x.res.Findings[k]
			if len(e.Rooms) > 0 && e.Verdict != timeline.F {
				x.under[f.ID] = append(x.under[f.ID], id)
			}
			next = slices.Concat(next, e.Explains)
		}
	}
}

// freeze collects where rules found a gauge that nobody wrote.
func (x *findingIndex) freeze() {
	all := map[string][]timeline.Interval{}
	note := func(list []rules.Missing) {
		for _, m := range list {
			if m.Reason == rules.Frozen {
				base, _, _ := strings.Cut(m.Source, "/")
				all[base] = append(all[base], timeline.Interval{Lo: m.After, Hi: m.Until})
			}
		}
	}
	for _, f := range x.res.Findings {
		for _, s := range f.Steps {
			note(s.Missing)
		}
	}
	for _, n := range x.res.NotFired {
		note(n.Missing)
	}
	x.frozen = map[string]spans{}
	for base, list := range all {
		x.frozen[base] = merged(list)
	}
}

// Rows of the overview are findings; of the Findings screen also the rules that did not fire.
type findingRows struct {
	x   *findingIndex
	all bool
}

// Len is the number of rows.
func (r findingRows) Len() int {
	if r.all {
		return len(r.x.res.Findings) + len(r.x.res.NotFired)
	}
	return len(r.x.res.Findings)
}

// ID is F1, or the rule's id.
func (r findingRows) ID(i int) string {
	if n := len(r.x.res.Findings); i >= n {
		return r.x.res.NotFired[i-n].Rule
	}
	return r.x.res.Findings[i].ID
}

// Find is the row of an id.
func (r findingRows) Find(id string) int {
	if i, ok := r.x.byID[id]; ok && i < r.Len() {
		return i
	}
	return -1
}
