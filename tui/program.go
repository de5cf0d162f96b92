package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"roomline/timeline"
	"roomline/tui/cells"
)

// program is the tea.Model: it routes messages and holds the frame that was drawn last.
type program struct {
	scene    *scene
	st       state
	caps     cells.Caps
	keys     keyTable
	input    textinput.Model
	load     Progress
	shown    bool // data has come
	texts    textMap
	pending  map[timeline.Ref]bool
	want     []timeline.Ref
	lack     *wanted // records that the last frame lacked
	reading  *reading
	reads    int
	stopSeek func()
	seeks    int // counts keys: a search goes on only until the next one
	rev      int // of texts
	last     drawn
	frame    string
}

// drawn is everything that a frame depends on.
type drawn struct {
	gen, rev int
	st       state
	caps     cells.Caps
	load     Progress
}

// New gives a model of an incident. More data and progress may be sent to it as messages.
func New(d Data, o Options) tea.Model {
	w, h := o.W, o.H
	if w == 0 || h == 0 {
		w, h = 80, 24
	}
	p := &program{caps: o.Caps, keys: newKeyTable(), input: textinput.New(), texts: textMap{}, pending: map[timeline.Ref]bool{}}
	p.scene = newScene(d, 1)
	p.shown = d.Incident != nil
	p.seed()
	p.st = p.scene.start(w, h)
	p.st.Mouse = !o.NoMouse
	p.draw()
	return p
}

// Init asks for the ground's colour and for the lines of the first frame.
func (p *program) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, p.ask(), p.askRecords())
}

// Update routes a message, draws if something changed, and fetches the lines that the frame lacked.
func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := p.handle(msg)
	p.draw()
	return p, tea.Batch(cmd, p.ask(), p.askRecords())
}

func (p *program) handle(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		return p.press(m)
	case tea.WindowSizeMsg:
		p.st = p.scene.resize(p.st, m.Width, m.Height)
	case tea.BackgroundColorMsg:
		p.caps.Light = !m.IsDark()
	case tea.MouseClickMsg:
		p.st = p.click(m.X, m.Y)
	case tea.MouseWheelMsg:
		p.st = p.wheel(m)
	case tea.PasteMsg:
		return p.edit(m)
	case Data:
		return func() tea.Msg { return newScene(m, 0) }
	case *scene:
		p.replace(m)
	case Progress:
		p.load = m
	case fetched:
		p.keep(m)
	case readDone:
		p.keepRecords(m)
	case found:
		if m.gen == p.scene.gen && m.seq == p.seeks {
			p.st = p.scene.take(p.st, m)
		}
	}
	return nil
}

// replace takes a newer picture. Cursor, window and selection stay; texts may stand elsewhere now.
func (p *program) replace(s *scene) {
	s.gen = p.scene.gen + 1
	w, h, mouse := p.st.W, p.st.H, p.st.Mouse
	whole := p.st.axis().T0 <= p.scene.lo && p.st.axis().End() >= p.scene.hi
	p.scene, p.texts, p.pending = s, textMap{}, map[timeline.Ref]bool{}
	p.seed()
	if !s.Partial {
		p.load = Progress{Failed: p.load.Failed}
	}
	if !p.shown {
		p.shown = s.Incident != nil
		p.st = s.start(w, h)
		p.st.Mouse = mouse
		return
	}
	if whole {
		p.st = p.st.look(s.whole(p.st))
	}
	p.st = s.settle(p.st)
}

// press handles a key: a prompt takes all but enter, esc and ctrl-c.
func (p *program) press(m tea.KeyPressMsg) tea.Cmd {
	if p.st.tiny() {
		var eff effect
		p.st, eff = p.scene.inSmall(p.st, p.keys[1<<overview][m.String()])
		return p.run(eff)
	}
	if p.st.Mode == promptGoto || p.st.Mode == promptSearch {
		return p.prompt(m)
	}
	p.giveUp(nil)
	if p.seeks++; p.st.Mode == marking || p.st.Mode == jumping {
		if m.String() == "ctrl+c" {
			return tea.Quit
		}
		p.st = p.scene.mark(p.st, m.String())
		return nil
	}
	do := p.keys[p.st.context()][m.String()]
	var eff effect
	p.st, eff = p.scene.reduce(p.st, do)
	return p.run(eff)
}

// run turns an effect into a command.
func (p *program) run(e effect) tea.Cmd {
	switch {
	case e.quit:
		return tea.Quit
	case e.clear:
		if p.scene.recs != nil { // what could not be read may be there again
			p.scene.recs = newRecords()
			p.rev++
		}
		return tea.ClearScreen
	case e.copy != "":
		return tea.SetClipboard(e.copy)
	case e.prompt:
		p.input.Reset()
		p.input.Focus() // its command only blinks a cursor that is not shown
	case e.find != 0:
		return p.seek(e)
	}
	return nil
}

func (p *program) prompt(m tea.KeyPressMsg) tea.Cmd {
	var eff effect
	switch m.String() {
	case "ctrl+c":
		return tea.Quit
	case "esc":
		p.st.Mode, p.st.Prompt = normal, ""
	case "enter":
		mode, text := p.st.Mode, p.st.Prompt
		p.st.Mode, p.st.Prompt = normal, ""
		if mode == promptGoto {
			p.st = p.scene.applyGoto(p.st, text)
		} else {
			p.st, eff = p.scene.applySearch(p.st, text)
		}
		return p.run(eff)
	default:
		return p.edit(m)
	}
	return nil
}

// edit passes a message to the line editor. Rooms and metrics narrow while one types.
func (p *program) edit(m tea.Msg) tea.Cmd {
	if p.st.Mode != promptGoto && p.st.Mode != promptSearch {
		return nil
	}
	p.input, _ = p.input.Update(m)
	p.st.Prompt = p.input.Value()
	if p.st.Mode == promptSearch && p.st.screen() == roomsTab {
		p.st.Query.Search = p.st.Prompt
		p.st = p.scene.settle(p.st)
	}
	return nil
}

// draw renders unless nothing of what a frame depends on has changed.
func (p *program) draw() {
	now := drawn{p.scene.gen, p.rev, p.st, p.caps, p.load}
	if now == p.last && p.frame != "" {
		return
	}
	d := drawer{scene: p.scene, st: p.st, caps: p.caps, texts: p.texts, load: p.load}
	p.frame, p.want, p.lack, p.last = d.render(), d.want, d.lack, now
}

// View is the frame that was drawn last.
func (p *program) View() tea.View {
	v := tea.NewView(p.frame)
	v.AltScreen = true
	v.WindowTitle = cells.Clean("roomline "+p.scene.Name, cells.Caps{})
	if p.st.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if p.load.Total > 0 && p.load.Bytes < p.load.Total {
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarDefault, int(p.load.Bytes*100/p.load.Total))
	}
	return v
}
