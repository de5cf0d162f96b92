package tui

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"roomline/rules"
	"roomline/timeline"
)

// scene is a Data with its indexes: immutable but for memos that hold what is derived from it.
type scene struct {
	Data
	gen      int
	inc      *timeline.Incident
	res      *rules.Result
	lo, hi   int64 // of the whole incident
	procs    []process
	procOf   map[timeline.StreamID]int32
	lines    lines
	known    map[recKey]int32 // index in lines of a record that a rule pack knows
	recs     *records         // nil: records cannot be read; only the program's goroutine may use it
	secs     seconds          // of all processes
	places   map[timeline.StreamID]places
	rooms    *roomIndex
	visible  int // the least visibility of rooms, 3 if there is no process to ask
	lanes    []lane
	series   []*gauge // all, for the Metrics screen
	findings findingIndex
	errs     []int64 // seconds with an error or a critical record
	warn     []int64
	records  int64
	unread   int // sources with an error

	mu    sync.Mutex
	views map[roomQuery]*roomView
}

// process is a process with what its lanes are made of.
type process struct {
	*timeline.Process
	name   string
	act    activity
	cover  spans
	gauges []*gauge
	proof  []int64 // times of records that prove a finding
	hits   []int64 // times of all lines
	logs   bool
	// streams of which lines are counted, and how many in each second
	streams []*timeline.Stream
	secs    seconds
}

func newScene(d Data, gen int) *scene {
	s := &scene{Data: d, gen: gen, inc: d.Incident, res: d.Result, views: map[roomQuery]*roomView{}}
	if s.inc == nil {
		s.inc = &timeline.Incident{}
	}
	if s.res == nil {
		s.res = &rules.Result{}
	}
	s.bounds()
	s.findings = newFindingIndex(s.res)
	s.processes()
	s.lines = newLines(s.inc, s.procOf, s.findings.proves)
	s.marks()
	s.countRecords()
	s.gauges()
	s.rooms = newRoomIndex(s.inc, s.findings.rooms, s.hi)
	s.rooms.under = s.findings.under
	s.visible = visibility(s.inc.Processes)
	s.lanes = s.makeLanes()
	return s
}

// bounds takes the incident's window, widened by open ends that lie outside of it.
func (s *scene) bounds() {
	s.lo, s.hi = int64(s.inc.Window.Lo), int64(s.inc.Window.Hi)
	if !timeline.Time(s.lo).Known() || !timeline.Time(s.hi).Known() || s.hi <= s.lo {
		s.lo, s.hi = 0, second
	}
	for i := range s.inc.Rooms.Len() {
		if f := s.inc.Rooms.First(i); f.Known() {
			s.lo = min(s.lo, int64(f))
		}
	}
	for i := range s.inc.Sources {
		src := &s.inc.Sources[i]
		s.records += src.Records
		if src.Error != "" {
			s.unread++
		}
	}
}

func (s *scene) processes() {
	s.procOf = map[timeline.StreamID]int32{}
	for i := range s.inc.Processes {
		p := &s.inc.Processes[i]
		var streams []*timeline.Stream
		for _, id := range p.Streams {
			if id < 1 || int(id) > len(s.inc.Streams) {
				continue
			}
			s.procOf[id] = int32(i)
			if st := &s.inc.Streams[id-1]; st.ExcerptOf == 0 { // an excerpt says what another one says too
				streams = append(streams, st)
			}
		}
		x := process{Process: p, name: p.Base(), act: newActivity(streams), cover: coverage(streams), streams: streams}
		x.logs = len(x.cover) > 0
		s.errs = append(append(s.errs, x.act.errs...), x.act.crit...)
		s.warn = append(s.warn, x.act.warn...)
		s.procs = append(s.procs, x)
	}
	s.errs, s.warn = ascending(s.errs), ascending(s.warn)
}

// countRecords prepares lists of all records, if these can be read.
func (s *scene) countRecords() {
	if s.Logs == nil {
		return
	}
	s.places, s.known = map[timeline.StreamID]places{}, make(map[recKey]int32, len(s.lines.list))
	for i := range s.lines.list {
		h := s.lines.list[i].hit
		s.known[recKey{h.Stream, h.Pos}] = int32(i)
	}
	for i := range s.procs {
		p := &s.procs[i]
		before := -p.act.sum[len(p.act.sum)-1]
		for _, st := range p.streams {
			s.places[st.ID] = newPlaces(st)
			for _, id := range st.Sources {
				before += s.inc.Sources[id].Records
			}
		}
		p.secs = newSeconds(&p.act, before)
	}
	if s.secs = mergedSeconds(s.procs); s.secs.rows() > 0 {
		s.recs = newRecords()
	}
}

func ascending(list []int64) []int64 {
	slices.Sort(list)
	return slices.Compact(list)
}

// marks spreads the lines over their processes.
func (s *scene) marks() {
	for i := range s.lines.list {
		l := &s.lines.list[i]
		if l.proc < 0 {
			continue
		}
		p := &s.procs[l.proc]
		p.hits = append(p.hits, s.lines.at[i])
		if l.finding >= 0 {
			p.proof = append(p.proof, s.lines.at[i])
		}
	}
	for i := range s.procs {
		s.procs[i].hits = slices.Compact(s.procs[i].hits)
		s.procs[i].proof = slices.Compact(s.procs[i].proof)
	}
}

// visibility is the least of the lives of processes that move rooms.
func visibility(procs []timeline.Process) int {
	least, asked := 3, false
	for _, p := range procs {
		if p.Role != "prefill" && p.Role != "decode" {
			continue
		}
		for _, l := range p.Lives {
			least, asked = min(least, l.RoomsVisible), true
		}
	}
	if !asked && len(procs) > 0 {
		return 0
	}
	return least
}

// view answers a room query, from the memo if it was asked before.
func (s *scene) view(q roomQuery) *roomView {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.views[q]
	if v == nil {
		if len(s.views) >= 16 { // typing a search makes many
			clear(s.views)
		}
		v = s.rooms.view(q)
		s.views[q] = v
	}
	return v
}

// procName is the name of a line's process, as short as the column is.
func (s *scene) procName(i int32) string {
	if i < 0 || int(i) >= len(s.procs) {
		return "?"
	}
	return s.procs[i].name
}

// source is the path of a Ref with its line.
func (s *scene) source(r timeline.Ref) string {
	if int(r.Source) < 0 || int(r.Source) >= len(s.inc.Sources) {
		return ""
	}
	p := s.inc.Sources[r.Source].Path
	return p[strings.LastIndexByte(p, '/')+1:] + ":" + strconv.FormatInt(r.Line, 10)
}

// signal is the name of a hit's signal.
func (s *scene) signal(h *timeline.Hit) string {
	if s.inc.Schema == nil || int(h.Signal) < 0 || int(h.Signal) >= len(s.inc.Schema.Signals) {
		return "signal " + strconv.Itoa(int(h.Signal))
	}
	return s.inc.Schema.Signals[h.Signal].Name
}
