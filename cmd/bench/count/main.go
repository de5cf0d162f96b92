// Count scans logs with a rule pack and writes what was found, for the benchmark to hold against an
// independent count.
//
//	count PACK FILE...
//
// It gives one JSON object: how many lines and records were read, how many rooms came up, and by name
// of a signal how many records it hit, exact whatever the scan keeps one by one. It uses the scan as
// the tool does, with a matcher that is tuned to each file. It judges nothing and does not time
// itself. Concurrency: the goroutines are the scan's.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"roomline/ingest"
	"roomline/rules"
	"roomline/timeline"
)

// counts is what is written.
type counts struct {
	Lines   int64            `json:"lines"`
	Records int64            `json:"records"`
	Rooms   int              `json:"rooms"`
	Hits    map[string]int64 `json:"hits"`
}

func main() {
	if err := count(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(1)
	}
}

func count(w io.Writer, args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("give a pack and the logs: count PACK FILE")
	}
	set, err := load(args[0])
	if err != nil {
		return err
	}
	var inputs []ingest.Input
	for _, path := range args[1:] {
		inputs = append(inputs, ingest.Input{Path: path})
	}
	facts, texts, err := ingest.Scan(context.Background(), inputs, options(set))
	if err != nil {
		return err
	}
	defer texts.Close()
	return json.NewEncoder(w).Encode(of(set, facts))
}

func load(path string) (*rules.Set, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pack, faults := rules.Load(path, src)
	if pack == nil {
		return nil, faults
	}
	return rules.NewSet(pack)
}

// options are those of a report.
func options(set *rules.Set) ingest.Options {
	return ingest.Options{
		Matcher: set.Matcher, CountsOnly: set.CountsOnly, SignalRole: set.SignalRole, Numbers: set.LogNumbers(),
		Tune: func(sample []byte, also []string) (ingest.Matcher, int32) {
			m := set.Matcher.Tuned(sample, also...)
			return m, m.AlsoFrom()
		},
	}
}

// of adds up facts, before the builder takes them over.
func of(set *rules.Set, facts *timeline.Facts) counts {
	c := counts{Hits: map[string]int64{}}
	for i := range facts.Sources {
		c.Lines += facts.Sources[i].Lines
		c.Records += facts.Sources[i].Records
	}
	for i := range facts.Streams {
		log := facts.Streams[i].Log
		for row := range log.Len() {
			c.Hits[set.Schema.Signals[log.Signal(row)].Name] += int64(log.N(row))
		}
	}
	inc := timeline.Build(facts, &set.Schema)
	c.Rooms = inc.Rooms.Len()
	return c
}
