package tui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roomline/timeline"
	"roomline/tui/cells"
)

// seriesLane is a gauge with its process in the label.
type seriesLane struct{ gaugeLane }

// label shortens the instance and never the name, unless that alone is too long: then both ends of it
// stay.
func (l seriesLane) label(w int) string {
	name, role := l.g.name(), roleLetter(l.g.target.Role)
	for _, inst := range l.g.insts {
		if s := role + join(" ", inst, name); utf8.RuneCountInString(s) <= w {
			if rest := w - utf8.RuneCountInString(s) - 1; l.g.labels() != "" && utf8.RuneCountInString(l.g.labels()) <= rest {
				s += " " + l.g.labels()
			}
			return s
		}
	}
	if n := len(l.g.insts); n > 0 {
		role = role + l.g.insts[n-1]
		if l.g.insts[n-1] != "" {
			role += " "
		}
	}
	return role + cells.Middle(name, w-utf8.RuneCountInString(role))
}

// roleLetter is the beginning of a label: p: is prefill and d: decode.
func roleLetter(role string) string {
	switch {
	case role == "":
		return ""
	case role == "prefill" || role == "decode" || role[0] != 'p' && role[0] != 'd':
		return role[:1] + ":"
	}
	return role[:min(2, len(role))] + ":"
}

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

// metricLane is a seriesLane that also tells its greatest value, where there is room for it.
type metricLane struct {
	seriesLane
	max bool
}

// maxWidth is what of the value's room the greatest value takes.
const maxWidth = 7

// metricHead is the title over the values.
func metricHead(w int) string {
	if wide(w) {
		return "at cursor" + fmt.Sprintf("%*s", maxWidth, "MAX")
	}
	return "at cursor"
}

func (l metricLane) value(lo, hi int64) string {
	s := l.seriesLane.value(lo, hi)
	if !l.max {
		return s
	}
	if len(s) > 9 {
		s = strings.TrimSuffix(s, "frozen")
	}
	most := "–"
	if !math.IsNaN(l.g.most) {
		if most = number(l.g.most); len(most) >= maxWidth {
			most = strconv.FormatFloat(l.g.most, 'g', 2, 64)
		}
	}
	return s + strings.Repeat(" ", max(maxWidth-utf8.RuneCountInString(most), 1)) + most
}
