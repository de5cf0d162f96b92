package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"roomline/cmd/pdlab/model"
)

// Truth is truth.json: what really happened, for those who measure a diagnosis. Moments are true time, RFC 3339 in UTC with
// milliseconds, whatever the skew and the zone of the logs; what never happened is left out.
type Truth struct {
	Scenario string            `json:"scenario"`
	Seed     uint64            `json:"seed"`
	Options  map[string]string `json:"options"` // every option of the command, as given or by default
	Begin    string            `json:"begin"`
	End      string            `json:"end"`
	Marks    map[string]string `json:"marks,omitempty"`
	Omitted  []string          `json:"omitted"` // kinds of sources that were left out

	ThreadDeaths []Death    `json:"thread_deaths"`
	Wedges       []Interval `json:"wedges"`        // nothing can be transferred by that process any more
	WorkerErrors []Moment   `json:"worker_errors"` // rooms that a transfer worker met after they were gone
	Failures     []Moment   `json:"transfer_failures"`
	Orphans      []Moment   `json:"orphans"` // rooms that stay in prefill's in-flight queue for ever
	Timeouts     []Moment   `json:"timeouts"`
	Sessions     []Moment   `json:"sessions_failed"`
	Desyncs      []Moment   `json:"desyncs"`
	Crashes      []Moment   `json:"crashes"`

	// Expect is the verdict that the truth implies for a rule, by its slug: confirmed where everything that this run's options
	// could show is there, not where no evidence, complete or not, may ever confirm it. A rule that is not named is left open.
	Expect    map[string]string   `json:"expect"`
	Confirmed []string            `json:"confirmed_with_full_evidence"`
	Denied    []string            `json:"denied"`
	Entities  map[string][]string `json:"entities"`       // of the confirmed rules: processes, groups or rooms
	May       map[string][]string `json:"may,omitempty"`  // further entities of which it is true as well, though not all of them show
	Left      map[string]string   `json:"left,omitempty"` // rules that are neither expected nor ruled out, and why

	Rooms []Room `json:"rooms"` // a line each
}

// Death is a thread that is gone; Read is the frame that killed it.
type Death struct {
	Process string `json:"process"`
	Rank    int    `json:"rank"`
	Thread  string `json:"thread"`
	At      string `json:"at"`
	Read    string `json:"read"`
}

// Interval and Moment are of a process.
type Interval struct {
	Process string `json:"process"`
	From    string `json:"from"`
	To      string `json:"to"`
}

// Moment is something that happened to a process, or to a room there. At is RFC 3339 in true time, UTC.
type Moment struct {
	Process string `json:"process"`
	Room    string `json:"room,omitempty"`
	At      string `json:"at"`
}

// Room is one request. Shown is what the logs that were given have of it.
type Room struct {
	Room         string   `json:"room"`
	Session      string   `json:"session"`
	PrefillRanks []int    `json:"prefill_ranks"`
	Prefill      Side     `json:"prefill"`
	Decode       Side     `json:"decode"`
	Shown        []string `json:"shown"`
}

// Side is one side of a room. State is the last KVPoll state, None before the first.
type Side struct {
	Process      string `json:"process"`
	Received     string `json:"received,omitempty"`
	Bootstrapped string `json:"bootstrapped,omitempty"`
	Transferred  string `json:"transferred,omitempty"`
	Aborted      string `json:"aborted,omitempty"`
	Failed       string `json:"failed,omitempty"`
	Timeout      string `json:"timeout,omitempty"`
	Finished     string `json:"finished,omitempty"`
	State        string `json:"state"`
}

// Expectation is what package scenario deduces from the truth.
type Expectation struct {
	Wedged            []model.ProcEvent // since when
	Confirmed, Denied []string
	Entities, May     map[string][]string
	Left              map[string]string
}

// Truth puts together what truth.json says.
func (b *Bundle) Truth(scenario string, seed uint64, options map[string]string, t *model.Truth, x Expectation) Truth {
	out := Truth{Scenario: scenario, Seed: seed, Options: options, Begin: b.exact(0), End: b.exact(b.opt.Duration), Omitted: slices.Clone(b.opt.Omit),
		WorkerErrors: b.moments(t.Asserts), Failures: b.moments(t.TransferErrors), Orphans: b.moments(t.Orphans), Timeouts: b.moments(t.Timeouts),
		Sessions: b.moments(t.SessionFailed), Desyncs: b.procMoments(t.Desync), Crashes: b.procMoments(t.Crashes),
		ThreadDeaths: []Death{}, Wedges: []Interval{}, Confirmed: x.Confirmed, Denied: x.Denied, Entities: x.Entities, May: x.May, Left: x.Left, Expect: map[string]string{}, Rooms: []Room{}}
	for _, d := range t.Deaths {
		out.ThreadDeaths = append(out.ThreadDeaths, Death{Entity(d.Proc), d.Rank, d.Thread, b.exact(d.At), d.Frame})
	}
	for _, w := range x.Wedged {
		out.Wedges = append(out.Wedges, Interval{Entity(w.Proc), b.exact(w.At), b.exact(b.opt.Duration)})
	}
	if len(b.opt.Marks) > 0 {
		out.Marks = map[string]string{}
	}
	for _, m := range b.opt.Marks {
		out.Marks[m.Name] = b.exact(m.At)
	}
	for _, r := range x.Confirmed {
		out.Expect[r] = "confirmed"
	}
	for _, r := range x.Denied {
		out.Expect[r] = "not"
	}
	for _, r := range t.Rooms {
		shown := append([]string{}, b.shown[r.Room]...)
		out.Rooms = append(out.Rooms, Room{r.Room, r.Session, r.PrefillRanks, b.side(r.Prefill, r.OnPrefill), b.side(r.Decode, r.OnDecode), shown})
	}
	return out
}

func (b *Bundle) exact(t time.Duration) string { return b.Time(t).Format("2006-01-02T15:04:05.000Z") }

func (b *Bundle) maybe(t time.Duration) string {
	if t == 0 {
		return ""
	}
	return b.exact(t)
}

func (b *Bundle) moments(events []model.RoomEvent) []Moment {
	out := []Moment{}
	for _, e := range events {
		out = append(out, Moment{Entity(e.Proc), e.Room, b.exact(e.At)})
	}
	return out
}

func (b *Bundle) procMoments(events []model.ProcEvent) []Moment {
	out := []Moment{}
	for _, e := range events {
		out = append(out, Moment{Process: Entity(e.Proc), At: b.exact(e.At)})
	}
	return out
}

func (b *Bundle) side(p model.Proc, s model.Side) Side {
	state := s.State
	if state == "" {
		state = "None"
	}
	return Side{Entity(p), b.maybe(s.Received), b.maybe(s.Bootstrapped), b.maybe(s.Transferred), b.maybe(s.Aborted), b.maybe(s.Failed),
		b.maybe(s.Timeout), b.maybe(s.Finished), state}
}

// encode gives the JSON, indented but for the rooms: those are many, and one is best read in one line.
func (t Truth) encode() ([]byte, error) {
	rooms := t.Rooms
	t.Rooms = []Room{}
	text, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	lines.Write(bytes.TrimSuffix(text, []byte("[]\n}")))
	lines.WriteString("[")
	for i, r := range rooms {
		one, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			lines.WriteString(",")
		}
		lines.WriteString("\n  ")
		lines.Write(one)
	}
	lines.WriteString("\n ]\n}\n")
	return lines.Bytes(), nil
}

// WriteTruth puts truth.json into dir.
func WriteTruth(dir string, t Truth) error {
	text, err := t.encode()
	if err != nil {
		return fmt.Errorf("encode truth.json: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "truth.json"), text, 0o644); err != nil {
		return fmt.Errorf("write truth.json: %w", err)
	}
	return nil
}
