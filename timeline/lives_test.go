package timeline

import (
	"fmt"
	"testing"
)

// starts writes where the later lives of the only process begin.
func starts(inc *Incident) string {
	var out []string
	for _, m := range inc.Processes[0].Starts {
		out = append(out, rel(m.Lo))
	}
	return fmt.Sprint(out)
}

func TestStartsFromContent(t *testing.T) {
	other := log("prefill@n1", hit(1, sigSeen), hit(30, sigStart))
	for _, c := range []struct {
		name    string
		streams []Stream
		want    string
	}{
		{"none", []Stream{log("prefill@n1", hit(1, sigSeen))}, "[]"},
		{"a restart", []Stream{log("prefill@n1", hit(1, sigSeen), hit(20, sigStart))}, "[20]"},
		{"the log opens with its start", []Stream{log("prefill@n1", hit(1, sigStart), hit(20, sigStart))}, "[20]"},
		{"in the second of the first stamp", []Stream{log("prefill@n1", hit(1, sigSeen), hit(1, sigStart))}, "[]"},
		{"one record, two signals", []Stream{log("prefill@n1", hit(1, sigSeen), hit(20, sigStart), same(hit(20, sigStart2)))}, "[20]"},
		{"two records, two signals", []Stream{log("prefill@n1", hit(1, sigSeen), hit(20, sigStart), hit(20, sigStart2))}, "[20 20]"},
		{"sorted over the files", []Stream{log("prefill@n1", hit(1, sigSeen), hit(40, sigStart2)), other}, "[30 40]"},
		{"a start that nothing stamps", []Stream{log("prefill@n1", hit(1, sigSeen), headerlessHit(20, sigStart))}, "[20]"},
	} {
		equal(t, c.name, starts(build(c.streams...)), c.want)
	}
}

func headerlessHit(at float64, sig SignalID) Hit {
	h := hit(at, sig)
	h.Stamped = false
	return h
}

// ofLife makes a stream that the envelope says to hold this life of its process.
func ofLife(life int, s Stream) Stream { s.Life = life; return s }

// container is the log of one container of a pod, which the envelope numbers.
func container(life int, from float64, hits ...Hit) Stream {
	return ofLife(life, reach(log("prefill@n1", hits...), from, from+50))
}

func TestStartsFromEnvelope(t *testing.T) {
	start := func(at float64) Hit { return hit(at, sigStart) }
	for _, c := range []struct {
		name    string
		streams []Stream
		want    string
	}{
		{"only the first says its start", []Stream{container(1, 0, start(0)), container(2, 100)}, "[100]"},
		{"given in the other order", []Stream{container(2, 100), container(1, 0, start(0))}, "[100]"},
		{"the first that is there opens no life", []Stream{container(3, 0, start(0)), container(4, 100)}, "[100]"},
		{"a start-up line says it better", []Stream{container(1, 0), container(2, 100, start(103))}, "[103]"},
		{"each with its start-up line", []Stream{container(1, 0, start(0)), container(2, 100, start(100))}, "[100]"},
		{"two files of one life", []Stream{container(1, 0, start(0)), container(2, 100), container(2, 100)}, "[100]"},
		{"three containers", []Stream{container(1, 0, start(0)), container(2, 100), container(3, 200)}, "[100 200]"},
		{"nothing is stamped in the second", []Stream{container(1, 0, start(0)), ofLife(2, prefill())}, "[]"},
		{"no envelope", []Stream{container(0, 0), container(0, 100)}, "[]"},
	} {
		equal(t, c.name, starts(build(c.streams...)), c.want)
	}
}

// TestHeadIsLost: the log of the first container has lost its start-up line to a rotation; the
// second life begins all the same.
func TestHeadIsLost(t *testing.T) {
	for _, c := range []struct {
		name    string
		streams []Stream
		want    string
	}{
		{"no start-up line", []Stream{container(1, 0), container(2, 100)}, "[100]"},
		{"given in the other order", []Stream{container(2, 100), container(1, 0)}, "[100]"},
		{"the second opens with one", []Stream{container(1, 0), container(2, 100, hit(100, sigStart))}, "[100]"},
		{"three containers", []Stream{container(3, 0), container(4, 100), container(5, 200)}, "[100 200]"},
	} {
		equal(t, c.name, starts(build(c.streams...)), c.want)
	}
}

// TestLifeInTwoFiles: the start-up line of a life stands in one of its two files.
func TestLifeInTwoFiles(t *testing.T) {
	first, stderr := container(1, 0, hit(0, sigStart)), container(2, 100)
	stdout := func() Stream { return container(2, 101, hit(103, sigStart)) }
	equal(t, "the one with the line first", starts(build(first, stdout(), stderr)), "[103]")
	equal(t, "the one without it first", starts(build(first, stderr, stdout())), "[103]")
}

// TestLifeOfHits: what cannot be ordered against a start-up is surely of neither life (P25).
func TestLifeOfHits(t *testing.T) {
	inc := build(log("prefill@n1", hit(1, sigSeen), hit(20, sigDebug), hit(20, sigStart), same(hit(20, sigSeen)), hit(20, sigSeen), hit(40, sigStart)),
		log("prefill@n1", hit(1, sigSeen), hit(20, sigSeen), hit(22, sigSeen), hit(41, sigSeen), hit(99, sigVisible)))
	for _, c := range []struct {
		name         string
		h            *Hit
		life, latest int32
	}{
		{"before", &inc.Streams[0].Hits[0], 1, 1},
		{"bytes before it in its second", &inc.Streams[0].Hits[1], 1, 1},
		{"the start itself", &inc.Streams[0].Hits[2], 2, 2},
		{"another signal of its record", &inc.Streams[0].Hits[3], 2, 2},
		{"bytes behind it in its second", &inc.Streams[0].Hits[4], 2, 2},
		{"its second in another file", &inc.Streams[1].Hits[1], 1, 2},
		{"later in another file", &inc.Streams[1].Hits[2], 2, 2},
		{"after both", &inc.Streams[1].Hits[3], 3, 3},
	} {
		equal(t, c.name, fmt.Sprint(c.h.Life, c.h.Latest), fmt.Sprint(c.life, c.latest))
	}
}

// TestLifeFacts: what is shown of one life says nothing of the next.
func TestLifeFacts(t *testing.T) {
	restart := func(hits ...Hit) Stream {
		return log("prefill@n1", append([]Hit{hit(1, sigSeen)}, hits...)...)
	}
	for _, c := range []struct {
		name string
		s    Stream
		want string
	}{
		{"nothing is shown", restart(), "[{inconclusive 0}]"},
		{"a line that shows DEBUG", restart(hit(2, sigDebug), hit(20, sigStart)), "[{confirmed 0} {inconclusive 0}]"},
		{"a line that only DEBUG prints", restart(hit(20, sigStart), hit(21, sigDebugOnly)), "[{inconclusive 0} {confirmed 0}]"},
		{"rooms are visible", restart(hit(20, sigStart), hit(21, sigVisible)), "[{inconclusive 0} {inconclusive 2}]"},
		{"the start-up dump", restart(hit(2, sigLevel, "info")), "[{refuted 0}]"},
		{"the start-up dump of DEBUG", restart(hit(2, sigLevel, "debug")), "[{confirmed 0}]"},
		{"a line counts more than the dump", restart(hit(2, sigLevel, "info"), hit(3, sigDebug)), "[{confirmed 0}]"},
		{"a dump for each life", restart(hit(2, sigLevel, "info"), hit(20, sigStart), same(hit(20, sigLevel, "debug")), hit(40, sigStart), same(hit(40, sigLevel, "info"))),
			"[{refuted 0} {confirmed 0} {refuted 0}]"},
		{"a dump without a level", restart(hit(2, sigLevel, "")), "[{inconclusive 0}]"},
	} {
		equal(t, c.name, fmt.Sprint(build(c.s).Processes[0].Lives), c.want)
	}
}

// TestLevelIsOfItsLife: the level may be another one after a restart; where no dump of a life is there,
// nothing shows its level.
func TestLevelIsOfItsLife(t *testing.T) {
	for _, c := range []struct {
		name, want string
		s          Stream
	}{
		{"no dump of the second", "[{confirmed 0} {inconclusive 0}]", log("prefill@n1", hit(1, sigLevel, "debug"), hit(20, sigStart))},
		{"no dump of the first", "[{inconclusive 0} {confirmed 0}]", log("prefill@n1", hit(1, sigSeen), hit(20, sigStart), same(hit(20, sigLevel, "debug")))},
	} {
		equal(t, c.name, fmt.Sprint(build(c.s).Processes[0].Lives), c.want)
	}
}

// TestProcessesKeepTheirOwn: starts, exits and levels of one process are not those of another.
func TestProcessesKeepTheirOwn(t *testing.T) {
	inc := build(log("prefill@n2", hit(1, sigSeen), hit(20, sigStart), hit(30, sigDebug), hit(50, sigExit), hit(45, sigExit)),
		log("decode@n1", hit(1, sigSeen), hit(25, sigExit)))
	decode, prefill := inc.Processes[0], inc.Processes[1]
	equal(t, "decode", fmt.Sprint(decode.Lives, len(decode.Starts), len(decode.Exits)), "[{inconclusive 0}] 0 1")
	equal(t, "prefill", fmt.Sprint(prefill.Lives, len(prefill.Starts), len(prefill.Exits)), "[{inconclusive 0} {confirmed 0}] 1 2")
	equal(t, "exits are sorted", prefill.Exits[0].Lo, sec(45))
}
