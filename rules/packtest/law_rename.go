package packtest

import (
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// renamed gives a room (or session, ...) another id: everywhere, which changes nothing; and in each source
// by itself, whose lines then must not prove anything of the old id.
func renamed(before *verdicts, x *anchored, kv rules.KV, p *rules.Pack) []*variant {
	other := before.c.freshID(kv.Value)
	then := before.c.Clone()
	ids := then.rename(p, kv, other, "")
	if ids == nil {
		return nil
	}
	out := []*variant{{law: LawIdentity, then: then, ids: ids, held: same, how: kv.Key + " " + kv.Value + " is " + other + " everywhere"}}
	rule, joined := x.Rule, joinsElsewhere(x.Def())
	for _, l := range before.c.Logs {
		then := before.c.Clone()
		ids := then.rename(p, kv, other, l.Name)
		if ids == nil || joined {
			continue
		}
		how := kv.Key + " " + kv.Value + " is " + other + " in " + l.Name
		out = append(out, &variant{law: LawIdentity, then: then, ids: ids, how: how, held: func(_, after *verdicts) []difference {
			for i := range after.all {
				y := &after.all[i]
				if y.Rule == rule && valueOf(y.Entity, kv.Key) == kv.Value && y.Verdict == timeline.T && after.citesLine(y, ids) {
					return []difference{{rule, "confirmed of " + kv.Key + " " + kv.Value + " by a line about another"}}
				}
			}
			return nil
		}})
	}
	return out
}

// rename gives an entity another id in what the signals of a pack capture of it, in one log or ("") in all.
// It gives the lines that it changed.
func (c *Case) rename(p *rules.Pack, kv rules.KV, to, only string) (ids []int) {
	for i := range c.Logs {
		if only != "" && c.Logs[i].Name != only {
			continue
		}
		c.Logs[i].edit(func(_ int, lines []Line) []Line {
			list := records(lines)
			for k := range list {
				text := list[k].text()
				replaced := replaceCaptures(p, text, kv, to)
				if replaced == text {
					continue
				}
				for n, part := range strings.Split(replaced, "\n") {
					if list[k].lines[n].Text != part {
						ids = append(ids, list[k].lines[n].ID)
						list[k].lines[n].Text = part
					}
				}
			}
			return linesOf(list)
		})
	}
	return ids
}

func replaceCaptures(p *rules.Pack, text string, kv rules.KV, to string) string {
	for _, s := range p.Signals {
		for _, c := range s.Captures {
			if c.Name != kv.Key || !is(s, text) {
				continue
			}
			for _, m := range slices.Backward(c.Regex.Compiled().FindAllStringSubmatchIndex(text, -1)) {
				from, until := m[0], m[1]
				if len(m) > 2 {
					from, until = m[2], m[3]
				}
				if from >= 0 && text[from:until] == kv.Value {
					text = text[:from] + to + text[until:]
				}
			}
		}
	}
	return text
}

// freshID is an id of the same shape that no line of a case holds.
func (c *Case) freshID(id string) string {
	next := otherID(id)
	if strings.Trim(id, "0123456789") == "" { // a short one would stand in every stamp
		next = "7046799764882300"
	}
	for range 100 {
		if !c.holds(next) && next != id {
			break
		}
		next = otherID(next)
	}
	return next
}

func (c *Case) holds(text string) bool {
	for i := range c.Logs {
		if slices.ContainsFunc(c.Logs[i].lines(), func(l Line) bool { return strings.Contains(l.Text, text) }) {
			return true
		}
	}
	return false
}

// otherID counts the last character up, and carries.
func otherID(id string) string {
	b := []byte(id)
	for i := len(b) - 1; i >= 0; i-- {
		switch c := b[i]; c {
		case '9':
			b[i] = '0'
			continue
		case 'z':
			b[i] = 'a'
			continue
		case 'f': // it may be hexadecimal
			b[i] = 'a'
			continue
		default:
			b[i]++
		}
		break
	}
	return string(b)
}

// citesLine says whether evidence of an instance is one of some lines.
func (v *verdicts) citesLine(x *anchored, ids []int) bool {
	for _, s := range x.Steps() {
		for _, e := range s.Evidence {
			if e.Hit == nil {
				continue
			}
			if p := v.places[e.Hit.Ref.Source]; p.Log >= 0 && slices.ContainsFunc(v.c.LineIDs(p, e.Hit.Ref), func(id int) bool { return slices.Contains(ids, id) }) {
				return true
			}
		}
	}
	return false
}
