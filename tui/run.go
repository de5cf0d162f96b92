package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Loader reads what is shown and sends [Progress] and [Data] meanwhile, ten times a second at most;
// data that is not partial is sent last. It must stop when ctx ends; nobody waits for it.
type Loader func(ctx context.Context, send func(Message)) error

// Run shows first and what load sends until the user quits or ctx ends. A nil load: first is all
// there is. An error of load is shown on the screen and returned at the end.
func Run(ctx context.Context, first Data, load Loader, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := tea.NewProgram(New(first, o), o.program(ctx)...)
	failed := make(chan error, 1)
	if load != nil {
		go func() {
			err := load(ctx, func(m Message) { p.Send(indexed(m)) })
			if err != nil && ctx.Err() == nil {
				failed <- err
				p.Send(Progress{Failed: err.Error()})
			}
		}()
	}
	_, err := p.Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return ctx.Err()
	}
	select {
	case e := <-failed:
		return errors.Join(err, e)
	default:
		return err
	}
}

// indexed builds the indexes in the loader's goroutine, so that no key waits for them.
func indexed(m Message) tea.Msg {
	if d, ok := m.(Data); ok {
		return newScene(d, 0)
	}
	return m
}

func (o Options) program(ctx context.Context) []tea.ProgramOption {
	list := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(20)}
	if o.Input != nil {
		list = append(list, tea.WithInput(o.Input))
	}
	if o.Output != nil {
		list = append(list, tea.WithOutput(o.Output))
	}
	if o.Environ != nil {
		list = append(list, tea.WithEnvironment(o.Environ))
	}
	if o.Caps.NoColor { // reads NO_COLOR as a bool itself, and would take 0 for "with colours"
		list = append(list, tea.WithColorProfile(colorprofile.ASCII))
	}
	if o.W > 0 && o.H > 0 {
		list = append(list, tea.WithWindowSize(o.W, o.H))
	}
	return list
}
