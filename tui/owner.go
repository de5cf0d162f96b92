package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roomline/timeline"
	"roomline/tui/cells"
)

// owner is whose series a target has, as far as labels have to tell.
type owner struct {
	role, inst, group string
	process           timeline.ProcessID
}

func ownerOf(t *timeline.Target) owner { return owner{t.Role, t.Instance, t.Group, t.Process} }

// ownerNames writes every owner's instance so that no two of a role are the same: groups may have
// instances of the same name, and so may inputs.
func ownerNames(targets []timeline.Target) (names map[owner]string, byRole map[string][]string) {
	names, byRole = map[owner]string{}, map[string][]string{}
	var order []owner
	same := map[[2]string][]owner{}
	for i := range targets {
		o := ownerOf(&targets[i])
		if k := [2]string{o.role, o.inst}; !slices.Contains(same[k], o) {
			same[k], order = append(same[k], o), append(order, o)
		}
	}
	for _, o := range order {
		twins := same[[2]string{o.role, o.inst}]
		n := o.inst
		switch inGroup := func(x owner) bool { return x.group == o.group }; {
		case len(twins) == 1:
		case o.group != "" && len(slices.DeleteFunc(slices.Clone(twins), inGroup)) == len(twins)-1:
			n = join("/", o.group, n)
		default:
			n += "#" + strconv.Itoa(slices.Index(twins, o)+1)
		}
		names[o] = n
		byRole[o.role] = append(byRole[o.role], n)
	}
	return names, byRole
}

// instanceNames tells by owner how its instance may be written where room is short, the longest first:
// in full, by what tells it from the others of its role, by both ends, by its number among them. Of one
// that is alone in its role nothing is needed.
func instanceNames(targets []timeline.Target) map[owner][]string {
	full, byRole := ownerNames(targets)
	out := map[owner][]string{}
	for o, n := range full {
		all := byRole[o.role]
		names := []string{n}
		if own := apart(n, all); own != n {
			names = append(names, own)
		}
		short := names[len(names)-1]
		for w := utf8.RuneCountInString(short) - 1; w >= 4; w-- {
			if s := cells.Middle(short, w); alone(s, all, w) {
				names = append(names, s)
			}
		}
		last := ""
		if len(all) > 1 {
			last = "#" + strconv.Itoa(slices.Index(all, n)+1)
		}
		out[o] = append(names, last)
	}
	return out
}

// apart is what is left of an instance without what all of its role begin and end with.
func apart(inst string, all []string) string {
	if len(all) < 2 {
		return inst
	}
	head, end := inst, inst
	for _, o := range all {
		for !strings.HasPrefix(o, head) {
			head = head[:len(head)-1]
		}
		for !strings.HasSuffix(o, end) {
			end = end[1:]
		}
	}
	head = head[:strings.LastIndexAny(head, "-._")+1] // whole words only
	if k := strings.IndexAny(end, "-._"); k >= 0 {
		end = end[k:]
	} else {
		end = ""
	}
	if len(head)+len(end) >= len(inst) {
		return inst
	}
	return inst[len(head) : len(inst)-len(end)]
}

// alone says whether a shortened instance is that of one only.
func alone(s string, all []string, w int) bool {
	n := 0
	for _, o := range all {
		if cells.Middle(apart(o, all), w) == s {
			n++
		}
	}
	return n == 1
}

// twinCount numbers series that nothing but their target tells apart: two inputs may hold the same process.
type twinCount map[string]int

func (c twinCount) next(t *timeline.Target, g *gauge) int {
	k := fmt.Sprint(ownerOf(t), t.Logged, g.id())
	c[k]++
	return c[k] - 1
}

// numbered writes instances with a number behind them, which is never left out.
func numbered(insts []string, n int) []string {
	out := make([]string, len(insts))
	for i, s := range insts {
		out[i] = s + "(" + strconv.Itoa(n) + ")"
	}
	return out
}

// gauges hands the series of every target to its process.
func (s *scene) gauges() {
	byBase := map[string]*process{}
	names, twins := instanceNames(s.inc.Targets), twinCount{}
	for i := range s.procs {
		byBase[s.procs[i].name] = &s.procs[i]
	}
	for i := range s.inc.Targets {
		t := &s.inc.Targets[i]
		at, hold := scrapeTimes(t)
		for j := range t.Series {
			g := newGauge(t, &t.Series[j], at, hold)
			g.insts = names[ownerOf(t)]
			if g.twin = twins.next(t, g); g.twin > 0 {
				g.insts = numbered(g.insts, g.twin+1)
			}
			if !t.Logged {
				g.frozen = s.findings.frozen[t.Base()]
			}
			s.series = append(s.series, g)
			if p := byBase[t.Base()]; p != nil {
				p.gauges = append(p.gauges, g)
			}
		}
	}
	slices.SortStableFunc(s.series, func(a, b *gauge) int { // what never left zero comes last
		return cmp.Or(boolInt(a.zero)-boolInt(b.zero), boolInt(a.rank() < 0)-boolInt(b.rank() < 0))
	})
}
