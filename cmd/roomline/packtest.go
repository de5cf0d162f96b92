package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"roomline/ingest"
	"roomline/ingest/expo"
	"roomline/rules"
	"roomline/timeline"
)

// runPackTest reads the logs and series of a test as those of an incident, and judges them.
func runPackTest(ctx context.Context, set *rules.Set, t *rules.Test, o ingest.Options) (*rules.Result, error) {
	dir, err := os.MkdirTemp("", "roomline-test-")
	if err != nil {
		return nil, fmt.Errorf("cannot write the logs of test %q: %w", t.Name, err)
	}
	defer os.RemoveAll(dir)
	facts, err := scanLogs(ctx, dir, t, o)
	if err != nil {
		return nil, err
	}
	for i := range t.Metrics {
		if err := addMetrics(facts, t, &t.Metrics[i]); err != nil {
			return nil, err
		}
	}
	facts.CapturedAt, facts.Marks = t.CapturedAt, t.Marks
	return rules.Judge(set, timeline.Build(facts, &set.Schema)), nil
}

// scanLogs writes the logs to files, since that is where the reader takes them from, and reads them.
func scanLogs(ctx context.Context, dir string, t *rules.Test, o ingest.Options) (*timeline.Facts, error) {
	if len(t.Logs) == 0 {
		return &timeline.Facts{CapturedAt: timeline.NoTime}, nil
	}
	shown := map[string]string{}
	var inputs []ingest.Input
	for i, log := range t.Logs {
		in, err := writeLog(filepath.Join(dir, fmt.Sprint(i)), log, shown)
		if err != nil {
			return nil, fmt.Errorf("cannot write the log of %s in test %q: %w", log.Source, t.Name, err)
		}
		inputs = append(inputs, in)
	}
	facts, texts, err := ingest.Scan(ctx, inputs, o)
	if err != nil {
		return nil, fmt.Errorf("cannot read the logs of test %q: %w", t.Name, err)
	}
	defer texts.Close()
	rename(facts, t, shown)
	return facts, nil
}

// writeLog writes the files of one log, as a rotation: the newest has no number. shown: the name of
// each file as the test knows it.
func writeLog(dir string, log rules.TestLog, shown map[string]string) (ingest.Input, error) {
	role, instance, _ := strings.Cut(log.Source, "@")
	in := ingest.Input{Path: dir, Role: role, Instance: instance, Kind: "log"}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return in, err
	}
	for i, text := range log.Parts {
		file, name := filepath.Join(dir, "test.log"), log.Source
		if n := len(log.Parts) - 1 - i; n > 0 {
			file, name = fmt.Sprintf("%s.%d", file, n), fmt.Sprintf("%s.%d", name, n)
		}
		shown[file] = name
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return in, err
		}
	}
	return in, nil
}

// rename gives sources and streams the names that the test uses, and the end of what was captured.
func rename(facts *timeline.Facts, t *rules.Test, shown map[string]string) {
	for i := range facts.Sources {
		if name, ok := shown[facts.Sources[i].Path]; ok {
			facts.Sources[i].Path = name
		}
	}
	for i := range facts.Streams {
		s := &facts.Streams[i]
		if name, ok := shown[s.Name]; ok {
			s.Name = name
		}
		if t.CapturedAt.Known() {
			s.Captured = t.CapturedAt
		}
	}
}

// addMetrics adds a scraped target, with the labels that a real one gets.
func addMetrics(facts *timeline.Facts, t *rules.Test, m *rules.TestMetrics) error {
	if !t.Start.Known() {
		return fmt.Errorf("test %q has metrics but no start: say when the first scrape was (start: 2026-05-12T03:14:00Z)", t.Name)
	}
	text, err := promtool(m.Series, t.Start, m.Interval)
	if err != nil {
		return fmt.Errorf("metrics of %s in test %q: %w", m.Source, t.Name, err)
	}
	role, instance, _ := strings.Cut(m.Source, "@")
	read := expo.Read([]byte(text), expo.Options{Path: m.Source})
	if len(read.Bad) > 0 {
		return fmt.Errorf("metrics of %s in test %q: %s: %s", m.Source, t.Name, read.Bad[0].Text, read.Bad[0].Why)
	}
	target, _ := expo.Assemble([]expo.Result{read}, role, instance, "g0")
	target.Interval, target.RoleFrom, target.Source = m.Interval, "flag", timeline.SourceID(len(facts.Sources))
	facts.Sources = append(facts.Sources, timeline.Source{Path: m.Source, Kind: "scrapes", Format: "prometheus", Role: role, Instance: instance, Group: "g0",
		RoleFrom: "flag", Records: int64(len(target.Scrapes)), First: timeline.NoTime, Last: timeline.NoTime, Target: len(facts.Targets)})
	facts.Targets = append(facts.Targets, target)
	return nil
}
