package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roomline/cmd/bench/pack"
)

// count holds what the tool finds in the decode log against ripgrep and against a plain count.
//
// ripgrep counts lines, the tool counts records: a traceback is one record, though a pattern may stand
// in several of its lines. The plain count gives both: by lines it must be what ripgrep says, by records
// what the tool says.
func (b *bench) count() {
	b.say("counting")
	all := slices.Concat(pack.Patterns, pack.Rooms)
	p := newPlain(all)
	if err := p.read(b.decode.path); err != nil {
		b.check("counts", err.Error(), false)
		return
	}
	ours, err := b.ours()
	if err != nil {
		b.check("counts", err.Error(), false)
		return
	}
	b.compare(p, ours)
}

// found is what cmd/bench/count writes.
type found struct {
	Lines, Records, Rooms int64
	Hits                  map[string]int64
}

func (b *bench) ours() (found, error) {
	var f found
	text, err := output(b.counter, b.pack50, b.decode.path)
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal([]byte(text), &f)
}

func (b *bench) compare(p *plain, ours found) {
	var lines, records int64
	var off []string
	for i := range pack.Patterns {
		x, name := &p.patterns[i], fmt.Sprintf("p%02d", i)
		rg, err := b.rgCount(pack.Patterns[i])
		if err != nil || rg != x.lines || ours.Hits[name] != x.records {
			off = append(off, fmt.Sprintf("%q: rg %d lines (%v), plainly %d lines in %d records, roomline %d records", pack.Patterns[i], rg, err, x.lines, x.records, ours.Hits[name]))
		}
		lines, records = lines+x.lines, records+x.records
	}
	b.check("hits of each of the 50 patterns: `rg`'s lines, roomline's records", strings.Join(append(off, fmt.Sprintf("%d lines, %d records", lines, records)), "; "), len(off) == 0)
	b.same("records", p.records, ours.Records)
	b.same("lines", p.lines, ours.Lines)
	b.same("rooms", int64(len(p.rooms)), ours.Rooms)
	named, word := &p.patterns[len(pack.Patterns)], &p.patterns[len(pack.Patterns)+1]
	b.same("records with a room", named.records+word.records, ours.Hits["room_named"]+ours.Hits["room_word"])
}

// rgCount is how many lines a pattern hits.
func (b *bench) rgCount(pattern string) (int64, error) {
	text, err := output(b.rg, "-c", "--include-zero", "-e", pattern, b.decode.path)
	if text == "" && err != nil && strings.Contains(err.Error(), "exit status 1") {
		return 0, nil // nothing was found
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

func (b *bench) same(what string, plainly, ours int64) {
	told := fmt.Sprint(ours)
	if plainly != ours {
		told = fmt.Sprintf("plainly %d, roomline %d", plainly, ours)
	}
	b.check(what+", counted plainly and by roomline", told, plainly == ours)
}

// check adds a row that is right or wrong.
func (b *bench) check(what, told string, right bool) {
	if !right {
		b.wrong++
		told = "**differ**: " + told
	}
	b.checks = append(b.checks, row{what: what, told: strings.ReplaceAll(told, "|", `\|`), free: true})
}
