package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"roomline/ingest"
	"roomline/report"
)

// When progress is shown, and how often.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// meter draws one line of progress on stderr, over and over.
type meter struct {
	mu          sync.Mutex
	w           io.Writer
	began, last time.Time
	drawn       bool
	width       int // of the terminal; 0 if it is not known
	now         func() time.Time
}

// progressFunc is what reading calls; nil where nobody looks.
func (a *app) progressFunc() func(ingest.Progress) {
	if a.onProgress != nil {
		return a.onProgress
	}
	_, tty := terminal(a.stderr)
	if a.f.progress == "never" || a.f.progress == "auto" && !tty {
		return nil
	}
	m := &meter{w: a.stderr, began: time.Now(), now: time.Now, width: a.stderrWidth()}
	a.meter.Store(m)
	return m.show
}

// progressDone takes the line away.
func (a *app) progressDone() {
	if m := a.meter.Load(); m != nil {
		m.clear()
	}
}

func (m *meter) show(p ingest.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if now.Sub(m.began) < progressAfter || now.Sub(m.last) < progressEvery {
		return
	}
	m.last, m.drawn = now, true
	fmt.Fprintf(m.w, "\r\x1b[K%s", fit(progressText(p, now.Sub(m.began)), m.width))
}

// fit leaves out the end of a line that would wrap: a wrapped line cannot be taken away.
func fit(line string, width int) string {
	r := []rune(line)
	if width <= 1 || len(r) < width {
		return line
	}
	return string(r[:width-2]) + "…"
}

func (m *meter) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.drawn {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
	m.drawn = false
}

// progressText is bytes, rate and the time that is left, where the size is known.
func progressText(p ingest.Progress, since time.Duration) string {
	rate := float64(p.Done) / max(since.Seconds(), 1e-3)
	text := fmt.Sprintf("reading %s", megabytes(p.Done))
	if p.Total >= p.Done { // of compressed files the size of what is in them is not known
		text += fmt.Sprintf(" of %s", megabytes(p.Total))
	}
	text += fmt.Sprintf(", %s/s", megabytes(int64(rate)))
	if p.Total > p.Done && rate > 0 {
		text += ", " + report.Duration(time.Duration(float64(p.Total-p.Done)/rate*1e9).Round(time.Second)) + " left"
	}
	return text + "  " + report.Escape(p.Path)
}

func megabytes(n int64) string {
	if n < 10e9 {
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
