package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"roomline/ingest/expo"
)

// TestReadAhead: scrapes that are read while logs are scanned are what is read behind them; series are numbered in
// the order of the files, so that reading ahead ends at the first file whose sample is not all of it.
func TestReadAhead(t *testing.T) {
	dir := t.TempDir()
	for i := range 6 {
		text := fmt.Sprintf("# TYPE a%d gauge\na%d 1\nboth{rank=\"%d\"} 2\n", i, i, i%2)
		if i == 3 {
			text += "# " + strings.Repeat("x", sampleSize) + "\n"
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("m%d.prom", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	scan := func(early bool) (*scan, int) {
		opt := Options{}.withDefaults()
		s := &scan{opt: opt, spool: &spool{budget: opt.SpoolBudget}}
		s.found = discovery{ctx: context.Background(), opt: opt, spool: s.spool}
		if err := s.found.inputs([]Input{{Path: dir}}); err != nil {
			t.Fatal(err)
		}
		s.files = s.found.files
		for _, f := range s.files {
			f.probe()
		}
		table := &expo.Table{}
		a := &ahead{done: make(chan struct{})}
		if early {
			a = s.readAhead(context.Background(), table)
		} else {
			close(a.done)
		}
		s.readScrapes(context.Background(), table, a)
		return s, len(a.read)
	}
	got, ahead := scan(true)
	want, none := scan(false)
	if ahead != 3 || none != 0 {
		t.Errorf("%d files were read ahead, want the 3 before the long one", ahead)
	}
	if len(got.targets) != len(want.targets) || len(got.targets) == 0 {
		t.Fatalf("%d targets, want %d", len(got.targets), len(want.targets))
	}
	for i := range want.targets {
		for j, r := range want.targets[i].results {
			if !reflect.DeepEqual(got.targets[i].results[j].Scrapes, r.Scrapes) {
				t.Errorf("target %d: other scrapes", i)
			}
		}
	}
}
