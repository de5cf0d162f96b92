package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"roomline/ingest"
	"roomline/rules"
	"roomline/rules/packtest"
	"roomline/timeline"
)

// reader reads the bundle of a case from a folder, since that is where incidents are taken from. Every hit is
// kept by itself where the laws compare instances.
func (a *app) reader(ctx context.Context, set *rules.Set, each bool) packtest.Read {
	o := ingest.Options{Matcher: set.Matcher, CountsOnly: set.CountsOnly, SignalRole: set.SignalRole, Workers: a.f.cpus, MaxHits: a.f.maxHits,
		Block: a.f.block, Since: timeline.NoTime, Until: timeline.NoTime}
	if each {
		o.CountsOnly = func(timeline.SignalID) bool { return false }
	}
	return func(c *packtest.Case) (*timeline.Facts, error) {
		dir, err := os.MkdirTemp("", "roomline-test-")
		if err != nil {
			return nil, fmt.Errorf("cannot write the logs of test %q: %w", c.Name, err)
		}
		defer os.RemoveAll(dir)
		files, _ := c.Bundle()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				return nil, fmt.Errorf("cannot write the logs of test %q: %w", c.Name, err)
			}
		}
		return readCase(ctx, dir, c.Name, o)
	}
}

func readCase(ctx context.Context, dir, name string, o ingest.Options) (*timeline.Facts, error) {
	facts, texts, err := ingest.Scan(ctx, []ingest.Input{{Path: dir}}, o)
	if texts != nil {
		defer texts.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the logs of test %q: %w", name, err)
	}
	for i := range facts.Sources {
		facts.Sources[i].Path = strings.TrimPrefix(facts.Sources[i].Path, dir+string(os.PathSeparator))
	}
	for i := range facts.Streams {
		facts.Streams[i].Name = strings.TrimPrefix(facts.Streams[i].Name, dir+string(os.PathSeparator))
	}
	return facts, nil
}
