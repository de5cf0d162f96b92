package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"roomline/report"
	"roomline/tui/cells"
)

// terminal says whether a stream of the program is a terminal.
func terminal(stream any) (*os.File, bool) {
	f, ok := isFile(stream)
	return f, ok && term.IsTerminal(f.Fd())
}

// onTerminal says whether the screens can be shown: somebody sits before it, and no other output was
// asked for.
func (a *app) onTerminal() bool {
	_, in := terminal(a.stdin)
	_, out := terminal(a.stdout)
	return in && out && a.f.output == "text" && a.f.file == ""
}

// stderrWidth is how wide the terminal is that progress is drawn on; 0 if it is none.
func (a *app) stderrWidth() int {
	f, ok := terminal(a.stderr)
	if !ok {
		return 0
	}
	w, _, err := term.GetSize(f.Fd())
	if err != nil {
		return 0
	}
	return w
}

// style is how text is written: as wide as the terminal, coloured as asked.
func (a *app) style() report.Style {
	zone, err := time.LoadLocation(a.f.tz)
	if err != nil {
		zone = time.UTC
	}
	s := report.Style{ANSI: a.colour(), Zone: zone}
	if f, ok := terminal(a.stdout); ok && a.f.file == "" {
		if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
			s.Width = w
		}
	}
	return s
}

// colour: a flag stands above NO_COLOR, which counts whatever its value.
func (a *app) colour() bool {
	_, out := terminal(a.stdout)
	return a.f.color == "always" || a.f.color == "auto" && out && a.f.file == "" && !noColour()
}

func noColour() bool {
	_, no := os.LookupEnv("NO_COLOR")
	return no || os.Getenv("TERM") == "dumb"
}

// caps is what the terminal of the screens can show.
func (a *app) caps() cells.Caps {
	return cells.Caps{ASCII: !utf8Locale(), NoColor: a.f.color == "never" || a.f.color == "auto" && noColour()}
}

// utf8Locale: the first of the three variables that is set decides; where none is, UTF-8 is taken.
func utf8Locale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// debugf says on stderr what was done, with --debug.
func (a *app) debugf(format string, args ...any) {
	if a.f.debug {
		fmt.Fprintf(a.stderr, "roomline: debug: "+format+"\n", args...)
	}
}
