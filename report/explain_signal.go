package report

import (
	"fmt"
	"strconv"
	"strings"

	"roomline/rules"
	"roomline/timeline"
)

// signalProse is a signal with its literals and what its silence is worth.
func (p *printer) signalProse(s *rules.Signal) {
	role := "any process"
	if s.Role != "" {
		role = "a " + s.Role
	}
	if s.Kind == rules.MetricSignal {
		p.para(4, Escape(s.Name)+":", fmt.Sprintf("a metric of %s: %s", role, Escape(s.Expr.String())))
		p.para(6, "", freshness(s))
		if text := s.ReadingText(); text != "" {
			p.para(6, "", "read "+text)
		}
		return
	}
	p.para(4, Escape(s.Name)+":", fmt.Sprintf("a record of %s%s", role, literals(s)))
	p.para(6, "", silence(s))
}

// literals says which texts a record has.
func literals(s *rules.Signal) string {
	var parts []string
	if len(s.All) > 0 {
		parts = append(parts, "with "+quoted(s.All, " and "))
	}
	if len(s.Any) > 0 {
		parts = append(parts, "with any of "+quoted(s.Any, ", "))
	}
	if len(s.Not) > 0 {
		parts = append(parts, "without "+quoted(s.Not, " and without "))
	}
	if s.Regex != nil {
		parts = append(parts, "matching "+Escape(s.Regex.String()))
	}
	for _, c := range s.Captures {
		parts = append(parts, "captures "+Escape(c.Name))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

func quoted(list []string, sep string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Escape(strconv.Quote(s))
	}
	return strings.Join(out, sep)
}

// silence is what it means that a signal was not seen.
func silence(s *rules.Signal) string {
	switch s.Emits.Kind {
	case timeline.EmitOncePerProcess:
		return "printed once per process: its silence proves nothing"
	case timeline.EmitDebugOnly:
		return "printed only at DEBUG: its silence counts only where DEBUG is shown to be on"
	case timeline.EmitSampled:
		return "printed for a sample only: its silence proves nothing"
	case timeline.EmitRoomsVisible:
		return fmt.Sprintf("printed only where rooms are visible to degree %d: elsewhere its silence proves nothing", s.Emits.Rooms)
	}
	return "always printed: where the log was read without a hole, its silence means that it did not happen"
}

// freshness is what a constant value is worth.
func freshness(s *rules.Signal) string {
	switch {
	case s.Fresh != nil:
		return "a value counts only if a record of " + Escape(s.Fresh.Name) + " shows that it was written; else it is frozen, not steady"
	case s.FreshExpr != nil:
		return "a value counts only if " + Escape(s.FreshExpr.String()) + " shows that it was written; else it is frozen, not steady"
	}
	return "every scrape counts; where nobody scraped nothing is known"
}
