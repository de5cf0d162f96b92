package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"roomline/rules"
	"roomline/timeline"
	"roomline/tui/cells"
)

// meter counts what a program writes.
type meter struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (m *meter) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.b.Write(p)
}

func (m *meter) len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.b.Len()
}

func (m *meter) text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.b.String()
}

// await waits until something was written, then until nothing is for a while.
func (m *meter) await(text string) int {
	for range 500 {
		if strings.Contains(m.text(), text) {
			return m.settled()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return m.len()
}

func (m *meter) settled() int {
	for n := -1; ; time.Sleep(150 * time.Millisecond) {
		k := m.len()
		if k == n {
			return n
		}
		n = k
	}
}

// start runs a program with a pipe for keys.
func start(t *testing.T, d Data, load Loader) (keys io.WriteCloser, out *meter, done chan error) {
	t.Helper()
	in, keys := io.Pipe()
	out, done = &meter{}, make(chan error, 1)
	o := Options{Input: in, Output: out, Environ: []string{"TERM=xterm-256color"}, W: 160, H: 50}
	go func() { done <- Run(t.Context(), d, load, o) }()
	return keys, out, done
}

func wait(t *testing.T, done chan error) error {
	t.Helper()
	select {
	case err := <-done:
		return err
	case <-time.After(5 * time.Second):
		t.Fatal("the program did not end")
		return nil
	}
}

func TestBytesPerCursorMove(t *testing.T) {
	keys, out, done := start(t, fixture(3, 200), nil)
	before := out.await("q quit")
	const moves = 8
	for range moves {
		io.WriteString(keys, "h")
		out.settled()
	}
	per := (out.settled() - before) / moves
	t.Logf("%d bytes for the first frame, %d for a cursor move at 160x50", before, per)
	if per > 2048 {
		t.Errorf("%d bytes for a cursor move, more than 2048", per)
	}
	io.WriteString(keys, "q")
	if err := wait(t, done); err != nil {
		t.Error(err)
	}
}

// ctrl-c ends the program while the loader is still busy, and the loader's context with it.
func TestQuitWhileLoading(t *testing.T) {
	stopped := make(chan struct{})
	keys, out, done := start(t, Data{Name: "big"}, func(ctx context.Context, send func(Message)) error {
		send(Progress{Done: 1, Files: 3, Bytes: 41, Total: 100, Rate: 5 << 20, Note: "decode-0.log.gz"})
		<-ctx.Done()
		close(stopped)
		return ctx.Err()
	})
	out.await("reading 1/3")
	if !strings.Contains(out.text(), "reading 1/3") {
		t.Errorf("progress is not shown: %q", out.text())
	}
	begin := time.Now()
	io.WriteString(keys, "\x03")
	if err := wait(t, done); err != nil {
		t.Error(err)
	}
	if d := time.Since(begin); d > 2*time.Second {
		t.Errorf("took %s to quit", d)
	}
	<-stopped
}

func TestPartialResults(t *testing.T) {
	p := New(Data{Name: "inc"}, Options{W: 80, H: 24}).(*program)
	p.Update(Progress{Done: 1, Files: 3, Bytes: 1 << 20, Total: 4 << 20})
	check(t, p, p.caps)
	if f := strip(p.frame); !strings.Contains(f, "reading 1/3 25%") {
		t.Errorf("no progress in\n%s", f)
	}
	some := fixture(3, 3)
	some.Partial = true
	p.Update(newScene(some, 0))
	send(p, "2")
	send(p, "j")
	id, at := p.st.Rooms.ID, p.st.Cursor
	if f := strip(p.frame); !strings.Contains(f, "reading 1/3") || p.scene.view(p.st.Query).Len() != 21 {
		t.Errorf("partial data is not shown:\n%s", f)
	}
	p.Update(newScene(fixture(3, 60), 0))
	check(t, p, p.caps)
	if p.st.Rooms.ID != id || p.st.Cursor != at {
		t.Errorf("new data moved the selection from %s to %s", id, p.st.Rooms.ID)
	}
	if f := strip(p.frame); strings.Contains(f, "reading") {
		t.Errorf("still reading:\n%s", f)
	}
}

func TestLoaderFails(t *testing.T) {
	broken := errors.New("open inc: permission denied; run as its owner")
	keys, out, done := start(t, Data{Name: "inc"}, func(context.Context, func(Message)) error { return broken })
	out.await("permission denied")
	if !strings.Contains(out.text(), "permission denied") {
		t.Error("the error is not shown")
	}
	io.WriteString(keys, "q")
	if err := wait(t, done); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// A frame is drawn again only if something that it depends on has changed.
func TestMemo(t *testing.T) {
	p := show(fixture(3, 3), 80, 24, cells.Caps{}, "")
	p.frame = "kept"
	p.Update(nil)
	p.Update(Progress{})
	if p.frame != "kept" {
		t.Error("drawn anew for nothing")
	}
	if send(p, "j"); p.frame == "kept" {
		t.Error("not drawn anew for a key")
	}
}

// big is an incident of 100,000 rooms, 100,000 lines and a day of activity.
func big() Data {
	d := fixture(3, 100_000)
	inc := d.Incident
	for i := range 100_000 {
		at := hms(14, 0, 0) + timeline.Time(i)*7*timeline.Time(time.Millisecond)
		inc.Hits[sigHealth] = append(inc.Hits[sigHealth], &timeline.Hit{Signal: sigHealth, Stream: 2, Interval: timeline.Interval{Lo: at, Hi: at + timeline.Second},
			Pos: timeline.Pos(1<<20 + i), Stamped: true, N: 1, Ref: timeline.Ref{Source: 1, Offset: int64(1<<20 + i)}})
	}
	d.Result = &rules.Result{Findings: d.Result.Findings}
	return d
}

func BenchmarkScene(b *testing.B) {
	d := big()
	b.ResetTimer()
	for range b.N {
		newScene(d, 1)
	}
}

func BenchmarkFrame(b *testing.B) {
	d := big()
	for _, keys := range []string{"", "2", "2 enter", "enter", "4", "5", "6"} {
		for _, sz := range [][2]int{{80, 24}, {160, 50}} {
			b.Run(keys+"/"+clockless(sz), func(b *testing.B) {
				p := show(d, sz[0], sz[1], cells.Caps{}, keys)
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					p.last = drawn{}
					p.draw()
				}
			})
		}
	}
}

// BenchmarkKey is a key in the room list: reduce, draw.
func BenchmarkKey(b *testing.B) {
	p := show(big(), 160, 50, cells.Caps{}, "2")
	b.ResetTimer()
	for i := range b.N {
		p.Update(pressed([]string{"j", "j", "k"}[i%3]))
	}
}

func clockless(sz [2]int) string {
	if sz[0] == 80 {
		return "80x24"
	}
	return "160x50"
}
