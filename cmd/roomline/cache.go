package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"roomline/ingest"
	"roomline/rules"
)

// cacheFolder keeps what scans found, one file for each log and what it was scanned for. Several
// processes may use one: a file is replaced as a whole, the last one stays.
type cacheFolder struct {
	dir    string
	limit  int64
	rules  string
	debugf func(format string, args ...any)
	writes sync.WaitGroup
	found  func() // called when there is an entry
}

var _ ingest.Cache = (*cacheFolder)(nil)

// cacheExt ends the names of entries; names of what is being written end in another way.
const cacheExt = ".facts"

// cacheFor gives the cache for a set of packs; nil without one.
func (a *app) cacheFor(set *rules.Set) *cacheFolder {
	if a.f.noCache || a.f.cacheSize == 0 {
		return nil
	}
	base, err := os.UserCacheDir()
	if err != nil {
		a.debugf("no cache: %v", err)
		return nil
	}
	names := []string{programIdentity()}
	for _, p := range set.Packs {
		names = append(names, p.Hash)
		for _, r := range p.Rules {
			for _, o := range r.Overridden { // they may have expired since
				names = append(names, fmt.Sprintf("%s:%d", o.Pack, o.Override().Line))
			}
		}
	}
	return &cacheFolder{dir: filepath.Join(base, "roomline"), limit: int64(a.f.cacheSize), rules: strings.Join(names, " "), debugf: a.debugf, found: func() { collect(keptHeap) }}
}

// programIdentity tells builds apart, those of a changed checkout too.
func programIdentity() string {
	id := programVersion()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if strings.HasPrefix(s.Key, "vcs.") {
				id += " " + s.Value
			}
		}
	}
	if at, err := os.Executable(); err == nil {
		if st, err := os.Stat(at); err == nil {
			id += fmt.Sprintf(" %d %d", st.Size(), st.ModTime().UnixNano())
		}
	}
	return id
}

func (c *cacheFolder) Rules() string { return c.rules }

func (c *cacheFolder) File(st fs.FileInfo) string { return diskID(st) }

// Load reads an entry, and notes that it was used.
func (c *cacheFolder) Load(name string) []byte {
	at, began := filepath.Join(c.dir, name+cacheExt), time.Now()
	b, err := os.ReadFile(at)
	if err != nil {
		return nil
	}
	c.found()
	_ = os.Chtimes(at, began, began) // what was used lately stays
	c.debugf("cache: %s, %d bytes, read in %s", at, len(b), time.Since(began))
	return b
}

// Save writes an entry while the program goes on. That it could not be written is no fault of the run.
func (c *cacheFolder) Save(name string, entry []byte) {
	c.writes.Go(func() {
		if int64(len(entry)) > c.limit {
			c.debugf("cache: an entry of %d bytes is beyond --cache-size", len(entry))
		} else if err := c.write(name, entry); err != nil {
			c.debugf("cache: cannot write an entry: %v", err)
		}
	})
}

// write puts an entry in its place at once: who reads it meanwhile has the old one or the new one.
func (c *cacheFolder) write(name string, entry []byte) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(c.dir, name+".*"+cacheTemp)
	if err != nil {
		return err
	}
	_, err = f.Write(entry)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.dir, name+cacheExt))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// close waits for what is being written, and makes room.
func (c *cacheFolder) close() {
	c.writes.Wait()
	if err := pruneCache(c.dir, c.limit, time.Now()); err != nil {
		c.debugf("cache: cannot make room: %v", err)
	}
}
