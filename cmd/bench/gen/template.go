package gen

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// template is a line with places to be filled in.
type template []piece

// piece is literal text, or a place of a kind:
//
//	<n 64>  a whole number below 64         <f 0.2>  a number below 0.2 with two decimals
//	<rank>  header with a rank              <main>   header without one
//	<room>  id of the room at hand          <rid>    id of its request, 32 hex digits
//	<now>   the time in seconds             <step>   how often the room was spoken of
type piece struct {
	text  string
	kind  string
	below float64
}

// line reads a template. Its text is ours, so a fault in it is a bug.
func line(text string) template {
	var t template
	for text != "" {
		before, rest, _ := strings.Cut(text, "<")
		t = append(t, piece{text: before})
		if rest == "" {
			break
		}
		place, after, ok := strings.Cut(rest, ">")
		if !ok {
			panic("a place is not closed: " + rest)
		}
		kind, below, _ := strings.Cut(place, " ")
		p := piece{kind: kind}
		if below != "" {
			v, err := strconv.ParseFloat(below, 64)
			if err != nil {
				panic(err)
			}
			p.below = v
		}
		t, text = append(t, p), after
	}
	return t
}

func lines(texts ...string) []template {
	out := make([]template, len(texts))
	for i, t := range texts {
		out[i] = line(t)
	}
	return out
}

// writer is a log on its way.
type writer struct {
	log   Log
	side  *side
	rand  *rand.Rand
	now   time.Time
	line  []byte  // the record at hand
	room  int     // the room at hand
	shown []uint8 // how often each room was spoken of
	day   int64   // of date
	date  string
}

// write appends a line.
func (g *writer) write(t template) {
	for i := range t {
		p := &t[i]
		g.line = append(g.line, p.text...)
		switch p.kind {
		case "":
		case "n":
			g.line = strconv.AppendInt(g.line, int64(g.rand.IntN(int(p.below))), 10)
		case "f":
			g.line = strconv.AppendFloat(g.line, g.rand.Float64()*p.below, 'f', 2, 64)
		case "rank":
			g.rank()
		case "main":
			g.head()
			g.line = append(g.line, ']', ' ')
		case "room":
			g.line = strconv.AppendUint(g.line, roomID(g.log.Seed, g.room), 10)
		case "rid":
			g.hex(mix(g.log.Seed ^ uint64(g.room)<<20))
			g.hex(mix(g.log.Seed ^ uint64(g.room)<<20 ^ 1))
		case "now":
			g.line = strconv.AppendFloat(g.line, float64(g.now.UnixMilli())/1000, 'f', 3, 64)
		case "step":
			g.line = strconv.AppendInt(g.line, int64(g.shown[g.room]), 10)
		default:
			panic("no such place: " + p.kind)
		}
	}
	g.line = append(g.line, '\n')
}

// head begins a header: bracket, date, time to the millisecond.
func (g *writer) head() {
	ms := g.now.UnixMilli()
	if day := ms / 86_400_000; g.date == "" || day != g.day {
		g.day, g.date = day, g.now.UTC().Format("[2006-01-02 ")
	}
	ms %= 86_400_000
	g.line = append(g.line, g.date...)
	g.digits(ms/3_600_000, ms/60_000%60, ms/1000%60)
	g.line = append(g.line, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
}

func (g *writer) digits(h, m, s int64) {
	g.line = append(g.line, byte('0'+h/10), byte('0'+h%10), ':', byte('0'+m/10), byte('0'+m%10), ':', byte('0'+s/10), byte('0'+s%10))
}

func (g *writer) rank() {
	g.head()
	g.line = append(g.line, " DP0 TP0] "...)
	n := len(g.line)
	g.line[n-7] += byte(g.rand.IntN(4))
	g.line[n-3] += byte(g.rand.IntN(8))
}

func (g *writer) hex(v uint64) {
	for range 16 {
		g.line = append(g.line, "0123456789abcdef"[v>>60])
		v <<= 4
	}
}
