package tui

import (
	"maps"
	"strings"

	tea "charm.land/bubbletea/v2"

	"roomline/rules"
	"roomline/timeline"
)

// fetched is the answer of a command that read lines.
type fetched struct {
	gen   int
	texts textMap
}

// maxTexts bounds the cache; a screen shows fewer than a hundred lines.
const maxTexts = 4096

// maxText bounds what is kept of one record.
const maxText = 64 << 10

// fetchTexts reads lines in a command. An error stands where the line would: it says what is no
// longer available.
func fetchTexts(s *scene, refs []timeline.Ref) tea.Cmd {
	return func() tea.Msg {
		out := make(textMap, len(refs))
		for _, r := range refs {
			t, err := s.fetch(r)
			if err != nil {
				t = "(" + err.Error() + ")"
			}
			if len(t) > maxText {
				t = strings.ToValidUTF8(t[:maxText], "") + "\n(cut here)"
			}
			out[r] = t
		}
		return fetched{s.gen, out}
	}
}

// seed takes the texts that findings carry: of a saved report they are all that is left.
func (p *program) seed() {
	for _, f := range p.scene.res.Findings {
		for k := range f.Steps {
			f.Steps[k].Each(func(e *rules.Evidence) {
				if e.Hit != nil && e.Text != "" {
					p.texts[e.Hit.Ref] = e.Text
				}
			})
		}
	}
}

// ask fetches what the last frame lacked and is not on its way.
func (p *program) ask() tea.Cmd {
	var refs []timeline.Ref
	for _, r := range p.want {
		if !p.pending[r] {
			p.pending[r] = true
			refs = append(refs, r)
		}
	}
	if len(refs) == 0 {
		return nil
	}
	return fetchTexts(p.scene, refs)
}

func (p *program) keep(f fetched) {
	if f.gen != p.scene.gen {
		return
	}
	if len(p.texts) > maxTexts {
		clear(p.texts)
	}
	maps.Copy(p.texts, f.texts)
	for r := range f.texts {
		delete(p.pending, r)
	}
	p.rev++
}
