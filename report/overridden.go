package report

import (
	"fmt"
	"slices"
	"strings"

	"roomline/rules"
)

// Overridden is what one override made of a rule, as JSON has it.
type Overridden struct {
	Pack    string   `json:"pack"`
	Reason  string   `json:"reason"`
	Until   string   `json:"until"` // a day; "" for ever
	Changes []string `json:"changes"`
}

// OverriddenOf gives the overrides of a rule as JSON has them; without any an empty list.
func OverriddenOf(all []rules.Overridden) []Overridden {
	out := []Overridden{}
	for _, o := range all {
		out = append(out, Overridden{o.Pack, o.Reason, o.Until, list(o.Changes)})
	}
	return out
}

// overridden says that a rule is not as its author wrote it, by whom and why.
func (p *printer) overridden(indent int, list []rules.Overridden) {
	for _, o := range list {
		p.para(indent, p.s.paint(yellow, "overridden"), overriddenText(o))
	}
}

// excepted says by which exception a finding is suppressed.
func (p *printer) excepted(e *rules.Excepted) {
	if e != nil {
		p.para(2, p.s.paint(yellow, "suppressed"), Escape(fmt.Sprintf("by the exception %s = %s of %s: %s", e.Exception, e.Value, e.Pack, e.Reason)))
	}
}

func overriddenText(o rules.Overridden) string {
	text := "by " + o.Pack + ": " + o.Reason
	if o.Until != "" {
		text += " (until " + o.Until + ")"
	}
	return Escape(text + " · " + strings.Join(o.Changes, "; "))
}

// overriddenMark stands behind the name of a rule that is not as its author wrote it.
func overriddenMark(list []rules.Overridden) string {
	var by []string
	for _, o := range list {
		by = append(by, o.Pack)
	}
	if by == nil {
		return ""
	}
	return Escape(" (overridden by " + strings.Join(slices.Compact(by), " and ") + ")")
}

// packs says by which rules was judged.
func (p *printer) packs() {
	if len(p.d.Packs)+len(p.d.NotRun) == 0 {
		return
	}
	p.section("RULES", "")
	for _, x := range p.d.NotRun {
		p.para(2, p.s.paint(red, "▲"), Escape(x))
	}
	for _, pack := range p.d.Packs {
		p.cut(2, Escape(pack.ID())+"  "+Plural(len(pack.Rules), "rule")+"  sha256 "+pack.Hash)
	}
}

type jsonPack struct {
	Pack   string   `json:"pack"`
	Path   string   `json:"path"`
	SHA256 string   `json:"sha256"`
	Rules  int      `json:"rules"`
	Uses   []string `json:"uses"`
}

func packsOf(d *Document) []jsonPack {
	out := []jsonPack{}
	for _, p := range d.Packs {
		uses := []string{}
		for _, u := range p.Uses {
			uses = append(uses, u.ID())
		}
		out = append(out, jsonPack{p.ID(), p.Path, p.Hash, len(p.Rules), uses})
	}
	return out
}

// jsonSuppressed is a finding with the exception that suppressed it.
type jsonSuppressed struct {
	jsonFinding
	Exception jsonException `json:"exception"`
}

type jsonException struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Pack   string `json:"pack"`
	Reason string `json:"reason"`
}

func suppressedOf(res *rules.Result) []jsonSuppressed {
	out := []jsonSuppressed{}
	for i := range res.Suppressed {
		f := &res.Suppressed[i]
		out = append(out, jsonSuppressed{findingOf(f), jsonException{f.Excepted.Exception, f.Excepted.Value, f.Excepted.Pack, f.Excepted.Reason}})
	}
	return out
}
