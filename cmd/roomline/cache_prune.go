package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// cacheTemp ends the names of entries that are being written.
	cacheTemp = ".part"
	// cacheStale is after which time one of them surely belongs to a run that was killed.
	cacheStale = time.Hour
)

// cacheEntry is a file of the cache.
type cacheEntry struct {
	path string
	size int64
	used time.Time
}

// pruneCache removes the entries that were not used for the longest time until the others fit, and
// what killed runs left. Files of other names are left alone, and do not count.
func pruneCache(dir string, limit int64, now time.Time) error {
	list, err := cacheEntries(dir, now)
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b cacheEntry) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	total := int64(0)
	for _, e := range list {
		if total += e.size; total > limit {
			err = errors.Join(err, os.Remove(e.path))
		}
	}
	return err
}

// cacheEntries lists the entries of a folder; one that is not there has none.
func cacheEntries(dir string, now time.Time) ([]cacheEntry, error) {
	files, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var list []cacheEntry
	for _, f := range files {
		st, err := f.Info()
		if err != nil || !st.Mode().IsRegular() {
			continue // another process removed it
		}
		e := cacheEntry{filepath.Join(dir, f.Name()), st.Size(), st.ModTime()}
		switch {
		case strings.HasSuffix(f.Name(), cacheExt):
			list = append(list, e)
		case strings.HasSuffix(f.Name(), cacheTemp) && now.Sub(e.used) > cacheStale:
			os.Remove(e.path)
		}
	}
	return list, err
}
