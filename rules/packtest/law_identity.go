package packtest

import (
	"slices"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// stranger is the instance and the group that nobody else in a test is called.
const stranger = "stranger"

// identities gives one source of what is confirmed to another process, group, room or session: what needs
// both is then not confirmed. And it renames an id everywhere: then nothing changes.
func identities(before *verdicts, p *rules.Pack) []*variant {
	var out []*variant
	done := map[string]bool{}
	for i := range before.all {
		x := &before.all[i]
		for _, kv := range x.Entity {
			key := x.Rule + " " + kv.Key + " " + kv.Value
			if x.Verdict != timeline.T || done[key] {
				continue
			}
			done[key] = true
			switch kv.Key {
			case "process", "instance":
				out = append(out, movedLogs(before.c, x), movedScrapes(before.c, x))
			case "group":
				out = append(out, movedGroup(before, x))
			default:
				out = append(out, renamed(before, x, kv, p)...)
			}
		}
	}
	return slices.DeleteFunc(out, func(v *variant) bool { return v == nil })
}

// movedLogs gives the logs of a process to another instance. What stays of the process must not cite them.
func movedLogs(c *Case, x *anchored) *variant {
	then, n := c.Clone(), 0
	for i := range then.Logs {
		if l := &then.Logs[i]; base(l.Source) == x.Base {
			l.Source = strange(l.Source)
			n++
		}
	}
	return moved(then, n, x, "the logs of "+x.Base+" are another instance's")
}

// movedScrapes is movedLogs, of scrapes.
func movedScrapes(c *Case, x *anchored) *variant {
	then, n := c.Clone(), 0
	for i := range then.Targets {
		if t := &then.Targets[i]; base(t.Source) == x.Base {
			t.Source = strange(t.Source)
			n++
		}
	}
	return moved(then, n, x, "the scrapes of "+x.Base+" are another instance's")
}

func moved(then *Case, n int, x *anchored, how string) *variant {
	if n == 0 {
		return nil
	}
	rule, of, joined := x.Rule, x.Base, joinsElsewhere(x.Def())
	return &variant{law: LawIdentity, then: then, how: how, held: func(_, after *verdicts) []difference {
		for i := range after.all {
			y := &after.all[i]
			if y.Rule != rule || y.Base != of || y.Verdict != timeline.T || joined {
				continue
			}
			if cites(y, func(process, claim string) bool { return strings.Contains(process+claim, "@"+stranger) }) {
				return []difference{{rule, "confirmed of " + of + " by what another instance printed or showed"}}
			}
		}
		return nil
	}}
}

// movedGroup puts the process of the anchor into another group.
func movedGroup(before *verdicts, x *anchored) *variant {
	if x.Hit == nil {
		return nil
	}
	then, n := before.c.Clone(), 0
	from := before.inc.Processes[x.Hit.Process].Base()
	for i := range then.Logs {
		if l := &then.Logs[i]; base(l.Source) == from {
			role, instance, _ := owner(l.Source)
			l.Source = role + "@" + instance + "#" + stranger
			n++
		}
	}
	if n == 0 {
		return nil
	}
	rule, group, joined := x.Rule, valueOf(x.Entity, "group"), joinsElsewhere(x.Def())
	return &variant{law: LawIdentity, then: then, how: "the logs of " + from + " are another group's", held: func(_, after *verdicts) []difference {
		for i := range after.all {
			y := &after.all[i]
			if y.Rule == rule && valueOf(y.Entity, "group") == group && y.Verdict == timeline.T && !joined &&
				cites(y, func(process, _ string) bool { return process == from }) {
				return []difference{{rule, "confirmed of group " + group + " by what another group printed"}}
			}
		}
		return nil
	}}
}

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

func base(source string) string {
	role, instance, _ := owner(source)
	return role + "@" + instance
}

func strange(source string) string {
	role, _, group := owner(source)
	return role + "@" + stranger + "#" + group
}

func valueOf(entity []rules.KV, key string) string {
	for _, kv := range entity {
		if kv.Key == key {
			return kv.Value
		}
	}
	return ""
}

// joinsElsewhere says whether a step of a rule looks at more than its own entity: then what another one
// printed may prove it.
func joinsElsewhere(r *rules.Rule) bool {
	for _, s := range r.Steps {
		if joins(s.Op) {
			return true
		}
	}
	return false
}

func joins(op *rules.Op) bool { return len(op.Same) > 0 || slices.ContainsFunc(op.Children, joins) }

// cites says whether evidence of an instance is of a process, or a claim about a series, that a function picks.
func cites(x *anchored, pick func(process, claim string) bool) bool {
	for _, s := range x.Steps() {
		for _, e := range s.Evidence {
			switch {
			case e.Hit != nil && pick(x.ProcessOf(e.Hit), ""), e.Claim != nil && pick("", e.Claim.Series):
				return true
			}
		}
	}
	return false
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
