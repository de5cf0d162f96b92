package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"sort"
	"strconv"

	"roomline/cmd/bench/pack"
)

// plain counts what stands in a log in the plainest way, with nothing of what is measured: it cuts
// lines, tells records by how their first line begins, and looks for one pattern after the other.
type plain struct {
	lines, records int64
	rooms          map[uint64]bool
	patterns       []plainPattern
}

// plainPattern counts the lines and the records that a pattern hits.
type plainPattern struct {
	re      *regexp.Regexp
	literal []byte
	group   bool // it captures a room
	lines   int64
	records int64
	last    int64 // record that was counted last
}

func newPlain(patterns []string) *plain {
	p := &plain{rooms: map[uint64]bool{}}
	for _, text := range patterns {
		literal, _ := pack.Longest(text)
		re := regexp.MustCompile(text)
		p.patterns = append(p.patterns, plainPattern{re: re, literal: []byte(literal), group: re.NumSubexp() > 0})
	}
	return p
}

// read counts a whole file, some whole lines at a time.
func (p *plain) read(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	buf, kept := make([]byte, 4<<20), 0
	for {
		n, err := io.ReadFull(f, buf[kept:])
		data := buf[:kept+n]
		if err != nil {
			p.chunk(data)
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return nil
			}
			return err
		}
		whole := bytes.LastIndexByte(data, '\n') + 1
		p.chunk(data[:whole])
		kept = copy(buf, data[whole:])
	}
}

// chunk counts whole lines.
func (p *plain) chunk(data []byte) {
	var begins []int    // of lines
	var records []int64 // of each line, from 1
	for at := 0; at < len(data); {
		end := at + lineEnd(data[at:])
		if begin := data[at:end]; p.records == 0 || bytes.HasPrefix(begin, []byte("[2")) || bytes.HasPrefix(begin, []byte("INFO:")) {
			p.records++
		}
		begins, records = append(begins, at), append(records, p.records)
		at = end + 1
	}
	p.lines += int64(len(begins))
	for i := range p.patterns {
		p.pattern(&p.patterns[i], data, begins, records)
	}
}

// pattern looks for one pattern in whole lines.
func (p *plain) pattern(x *plainPattern, data []byte, begins []int, records []int64) {
	for at := 0; ; {
		k := bytes.Index(data[at:], x.literal)
		if k < 0 {
			return
		}
		i := sort.SearchInts(begins, at+k+1) - 1
		text := data[begins[i] : begins[i]+lineEnd(data[begins[i]:])]
		at = begins[i] + len(text)
		m := x.re.FindSubmatchIndex(text)
		if m == nil {
			continue
		}
		x.lines++
		if x.last != records[i] {
			x.last = records[i]
			x.records++
		}
		if x.group {
			if id, err := strconv.ParseUint(string(text[m[2]:m[3]]), 10, 64); err == nil {
				p.rooms[id] = true
			}
		}
	}
}

// lineEnd is how long the first line is, without its end.
func lineEnd(b []byte) int {
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		return n
	}
	return len(b)
}
