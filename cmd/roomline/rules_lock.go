package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"roomline/report"
	"roomline/rules"
)

// rulesLock writes rules.lock beside packs: the hash of all that they use, as it is now.
func (a *app) rulesLock(paths []string) error {
	if err := a.f.check(); err != nil {
		return err
	}
	lib := newLibrary()
	lib.Unlocked = true
	files, err := a.packFilesOf(lib, paths)
	if err != nil {
		return err
	}
	for i := range files {
		if f := &files[i]; f.pack == nil {
			return usage("cannot pin what rule pack %s uses, since it has faults:\n%s", report.Escape(f.path), escapeLines(f.faults.Error()))
		}
	}
	return a.write(func(w io.Writer) error {
		for i := range files {
			if err := lockPack(w, lib, &files[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// lockPack writes the lock of one pack, and says what changed in it.
func lockPack(w io.Writer, lib *rules.Library, f *packFile) error {
	pins := lib.Pins(f.pack)
	if len(pins) == 0 {
		fmt.Fprintf(w, "%s uses nothing that would have to be pinned\n", report.Escape(f.path))
		return nil
	}
	lock, err := readLock(f.src.Lock.Path) // another pack of the folder may have written it just now
	if err != nil {
		return err
	}
	old, faults := rules.ReadLock(lock)
	if len(faults) > 0 {
		return usage("cannot update %s: mend it, or remove it to have it written anew:\n%s", report.Escape(lock.Path), escapeLines(faults.Error()))
	}
	text := rules.WriteLock(old, pins)
	if !bytes.Equal(text, lock.Data) {
		if err := replaceFile(lock.Path, text); err != nil {
			return fmt.Errorf("cannot write %s: %w; check that its folder can be written to", report.Escape(lock.Path), err)
		}
	}
	for _, p := range pins {
		fmt.Fprintf(w, "%s: %s %s %s\n", report.Escape(lock.Path), lockWord(old, p), report.Escape(p.Path), p.SHA256)
	}
	return nil
}

// lockWord says what became of a pin.
func lockWord(old []rules.Pin, p rules.Pin) string {
	for _, o := range old {
		if o.Path == p.Path {
			if o.SHA256 == p.SHA256 {
				return "unchanged"
			}
			return "changed"
		}
	}
	return "new"
}

// replaceFile writes a file beside the old one and puts it in its place at once.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
