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
