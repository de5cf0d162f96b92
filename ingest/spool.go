package ingest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

const (
	// Small things are spooled in memory, as many as fit.
	spoolSmall  = 1 << 20
	spoolMemory = 32 << 20
	// An archive may not unpack to more than this many times its size.
	maxRatio = 1000
	// maxEntries bounds how many files of an archive are read.
	maxEntries = 100_000
)

// spool keeps what cannot be read twice: standard input and the files of archives.
type spool struct {
	mu     sync.Mutex
	dir    string
	budget int64
	used   int64
	memory int64
	count  int
}

// errBudget says that a spool is full.
type errBudget struct{ limit int64 }

func (e errBudget) Error() string {
	return fmt.Sprintf("unpacks to more than %s; unpack it yourself and give the folder, or allow more with --spool", sizeText(e.limit))
}

func sizeText(n int64) string {
	for _, u := range []struct {
		name string
		size int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n >= u.size {
			return strconv.FormatInt(n/u.size, 10) + " " + u.name
		}
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

// add reads r to its end. limit bounds it (0: the budget alone). On an error what was read is kept.
func (s *spool) add(shown string, r io.Reader, limit int64) (*content, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	room := s.budget - s.used
	if limit > 0 {
		room = min(room, limit)
	}
	c := &content{shown: shown}
	head, err := io.ReadAll(io.LimitReader(r, min(spoolSmall, room)))
	c.data, c.size = head, int64(len(head))
	if err == nil && c.size == spoolSmall || s.memory+c.size > spoolMemory {
		err = s.toFile(c, r, room, err)
	} else {
		s.memory += c.size
	}
	s.used += c.size
	if err == nil && c.size >= room {
		return c, errBudget{room}
	}
	return c, err
}

// toFile moves what was read to a file, and the rest behind it.
func (s *spool) toFile(c *content, r io.Reader, room int64, failed error) error {
	f, err := s.create(c.shown)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(c.data); err != nil {
		return fmt.Errorf("cannot spool %s: %w; set TMPDIR to a folder with room", c.shown, err)
	}
	c.file, c.data = f.Name(), nil
	if failed != nil {
		return failed
	}
	n, err := io.Copy(f, io.LimitReader(r, room-c.size))
	c.size += n
	return err
}

// create makes a file in the spool's folder; s.mu is held.
func (s *spool) create(shown string) (*os.File, error) {
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "roomline-")
		if err != nil {
			return nil, fmt.Errorf("cannot spool %s: %w; set TMPDIR to a folder with room", shown, err)
		}
		s.dir = dir
	}
	s.count++
	f, err := os.Create(filepath.Join(s.dir, strconv.Itoa(s.count)))
	if err != nil {
		return nil, fmt.Errorf("cannot spool %s: %w; set TMPDIR to a folder with room", shown, err)
	}
	return f, nil
}

// holds says whether content lies in the spool's folder.
func (s *spool) holds(c *content) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dir != "" && filepath.Dir(c.file) == s.dir
}

// charge counts n bytes that were spooled (given back if negative), as far as the budget allows.
func (s *spool) charge(n int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > s.budget-s.used {
		return errBudget{s.budget}
	}
	s.used += n
	return nil
}

func (s *spool) close() error {
	if s.dir == "" {
		return nil
	}
	return os.RemoveAll(s.dir)
}
