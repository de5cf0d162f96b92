package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// cachedIncident writes the small incident, long enough for several blocks, and gives its folder and
// the arguments of a report on it that uses a cache of its own.
func cachedIncident(t *testing.T) (dir string, args []string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "cache"))
	t.Setenv("ROOMLINE_NO_CACHE", "false")
	x := newIncident()
	dir = writeTree(t, map[string][]byte{"prefill.log": joined(x.prefill), "decode.log": joined(x.decode), "prefill.prom": []byte(x.scrapes)})
	return dir, []string{"report", "-o", "json", "--cache-least", "1", "--block", "4096", dir}
}

func cacheFiles(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "roomline", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// mustReport gives the report, and what was said of the cache.
func mustReport(t *testing.T, args ...string) (out string, cached int) {
	t.Helper()
	code, out, stderr := call(context.Background(), append(args, "--debug")...)
	if code != exitOK {
		t.Fatalf("exit status %d: %s", code, stderr)
	}
	return out, strings.Count(stderr, "debug: cache: ")
}

// A report is the same to the byte with and without the cache, while the logs grow and after.
func TestReportDoesNotDependOnTheCache(t *testing.T) {
	dir, args := cachedIncident(t)
	x := newIncident()
	for part := 3; part <= 9; part++ {
		for name, lines := range map[string][]string{"prefill.log": x.prefill, "decode.log": x.decode} {
			all := joined(lines)
			if err := os.WriteFile(filepath.Join(dir, name), all[:len(all)*part/9], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, n := mustReport(t, append(args, "--no-cache")...)
		if n != 0 {
			t.Errorf("--no-cache: the cache was asked")
		}
		for range 2 {
			if got, _ := mustReport(t, args...); got != want {
				t.Fatalf("part %d: the report is another: %s", part, firstDifference(want, got))
			}
		}
	}
	if _, n := mustReport(t, args...); n != 2 {
		t.Errorf("the logs did not change, and %d of 2 were found in the cache", n)
	}
	if n := len(cacheFiles(t)); n != 2 {
		t.Errorf("%d entries, want one of each log", n)
	}
}

// Nobody but the user may read what was found.
func TestCacheIsPrivate(t *testing.T) {
	_, args := cachedIncident(t)
	mustReport(t, args...)
	for _, at := range append(cacheFiles(t), filepath.Dir(cacheFiles(t)[0])) {
		st, err := os.Stat(at)
		if err != nil || st.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", at, st.Mode(), err)
		}
	}
}

// With --no-cache nothing is written; where nothing can be written the report is the same.
func TestCacheThatIsNotThere(t *testing.T) {
	_, args := cachedIncident(t)
	want, _ := mustReport(t, append(args, "--no-cache")...)
	if list := cacheFiles(t); len(list) > 0 {
		t.Errorf("written: %v", list)
	}
	if err := os.WriteFile(os.Getenv("XDG_CACHE_HOME"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := mustReport(t, args...); got != want {
		t.Errorf("the report is another: %s", firstDifference(want, got))
	}
	code, _, stderr := call(context.Background(), "report", "--cache-size", "2 cows", ".")
	if code != exitUsage || !strings.Contains(stderr, "is no size") {
		t.Errorf("exit status %d: %s", code, stderr)
	}
}

// Several processes may use one cache at once, also while something damages it.
func TestCacheOfMany(t *testing.T) {
	_, args := cachedIncident(t)
	want, _ := mustReport(t, append(args, "--no-cache")...)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for k := range 6 {
				if i == 3 {
					for _, at := range cacheFiles(t) {
						if strings.HasSuffix(at, cacheTemp) {
							continue
						}
						_ = os.WriteFile(at, bytes.Repeat([]byte{byte(k)}, 5000), 0o600)
					}
					continue
				}
				if code, got, stderr := call(context.Background(), args...); code != exitOK || got != want {
					t.Errorf("exit status %d, %s, %s", code, stderr, firstDifference(want, got))
				}
			}
		})
	}
	all.Wait()
	for _, at := range cacheFiles(t) {
		if strings.HasSuffix(at, cacheTemp) {
			t.Errorf("%s was left", at)
		}
	}
}

// What was not used for the longest time goes first; what killed runs left goes too, once it is old.
func TestPruneCache(t *testing.T) {
	dir, now := t.TempDir(), time.Unix(1.8e9, 0)
	put := func(name string, age time.Duration) {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 {
		put(fmt.Sprintf("%d%s", i, cacheExt), time.Duration(i)*time.Minute)
	}
	put("a"+cacheTemp, 2*time.Hour)
	put("b"+cacheTemp, time.Minute)
	put("notes.txt", 100*time.Hour)
	if err := pruneCache(dir, 350, now); err != nil {
		t.Fatal(err)
	}
	left, _ := os.ReadDir(dir)
	var names []string
	for _, f := range left {
		names = append(names, f.Name())
	}
	if got := strings.Join(names, " "); got != "0.facts 1.facts 2.facts b.part notes.txt" {
		t.Errorf("left: %s", got)
	}
	if err := pruneCache(filepath.Join(dir, "none"), 1, now); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
}
