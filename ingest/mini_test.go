package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestMini(t *testing.T) {
	files, _ := filepath.Glob("../../shared/corpus/*.log")
	sh, _ := filepath.Glob("../../shared/corpus/*.txt")
	pr, _ := filepath.Glob("../../shared/corpus/*.prom")
	for _, f := range append(append(files, sh...), pr...) {
		facts, texts, err := Scan(context.Background(), []Input{{Path: f}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		texts.Close()
		for _, s := range facts.Sources {
			fmt.Printf("%.12s %s %s/%s lines %d rec %d unp %d bytes %d %s %s %s@%s (%s) zone %s %s err %q %q\n", filepath.Base(f), s.Kind, s.Format, s.Wrapper, s.Lines, s.Records, s.Unparsed, s.Bytes, s.First, s.Last, s.Role, s.Instance, s.RoleFrom, s.Zone, s.ZoneFrom, s.Error, s.Notes)
		}
		if len(facts.Warnings) > 0 {
			fmt.Println(facts.Warnings)
		}
	}
}

func TestBig(t *testing.T) {
	p := os.Getenv("BIG")
	if p == "" {
		t.Skip()
	}
	t0 := time.Now()
	facts, texts, err := Scan(context.Background(), []Input{{Path: p}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	s := facts.Sources[0]
	fmt.Println(time.Since(t0), s.Lines, s.Records, s.Unparsed, len(facts.Streams[0].Beats), len(facts.Streams[0].Gauges), s.Role, s.RoleFrom)
}
