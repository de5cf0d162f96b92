package tui

import (
	"io"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// Data is what is shown. It may be sent again while more is read: each one replaces the one before.
type Data struct {
	Name     string // what was opened, for the first line
	Incident *timeline.Incident
	Result   *rules.Result
	Texts    timeline.Texts // nil: lines cannot be shown
	Logs     timeline.Logs  // nil: only the lines that a rule pack knows can be
	Partial  bool           // more is being read
}

// Progress tells how far reading is. It is shown until data that is not partial comes.
type Progress struct {
	Done, Files  int    // files read, and all
	Bytes, Total int64  // Total 0: not known
	Rate         int64  // bytes in a second; 0: not known
	Note         string // the file that is read
	Failed       string // reading ended with this error; what came so far stays
}

// Message is what a loader sends: [Data] or [Progress].
type Message interface{ message() }

func (Data) message()     {}
func (Progress) message() {}

// Options say what the terminal can show. Package cmd finds out (NO_COLOR, TERM, LANG, flags).
type Options struct {
	Caps    cells.Caps
	NoMouse bool
	Input   io.Reader // nil: the terminal
	Output  io.Writer // nil: the terminal
	Environ []string  // nil: of the process
	W, H    int       // 0: ask the terminal
}
