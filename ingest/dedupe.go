package ingest

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"path/filepath"
)

// dedupe drops files that are given twice: the same path, or the same bytes. Scrapes with the same
// bytes may be two attempts; only the same path is the same scrape.
func (s *scan) dedupe(ctx context.Context, files []*file) []*file {
	seed := maphash.MakeSeed()
	type key struct {
		hash uint64
		n    int
	}
	paths := map[string]*file{}
	samples := map[key][]*file{}
	var out []*file
	for _, f := range files {
		at := f.shown
		if abs, err := filepath.Abs(f.content.file); err == nil && f.content.file != "" {
			at = abs
		}
		if o := paths[at]; o != nil {
			o.notes = append(o.notes, "given twice; read once")
			continue
		}
		paths[at] = f
		if f.err != nil || f.kind == "scrapes" || len(f.sample) == 0 {
			out = append(out, f)
			continue
		}
		k := key{maphash.Bytes(seed, f.sample), len(f.sample)}
		if o := twin(ctx, samples[k], f); o != nil {
			o.notes = append(o.notes, fmt.Sprintf("%s holds the same bytes; read once", f.shown))
			o.twins = append(o.twins, f.named)
			s.warn("%s holds the same bytes as %s; read once", f.shown, o.shown)
			continue
		}
		samples[k] = append(samples[k], f)
		out = append(out, f)
	}
	return out
}

// twin is the file among some whose content is that of f.
func twin(ctx context.Context, files []*file, f *file) *file {
	for _, o := range files {
		if a, b := o.declared(), f.declared(); a != b && a != "@" && b != "@" {
			continue // two processes may well have printed the same
		}
		if o.whole && f.whole || sameContent(ctx, o.content, f.content) {
			return o
		}
	}
	return nil
}

// sameContent compares the decoded content of two files.
func sameContent(ctx context.Context, a, b *content) bool {
	if a.plain() && b.plain() && a.size != b.size {
		return false
	}
	x, err := a.open()
	if err != nil {
		return false
	}
	defer x.Close()
	y, err := b.open()
	if err != nil {
		return false
	}
	defer y.Close()
	p, q := make([]byte, 256<<10), make([]byte, 256<<10)
	for ctx.Err() == nil {
		n, err1 := io.ReadFull(x, p)
		m, err2 := io.ReadFull(y, q)
		if !bytes.Equal(p[:n], q[:m]) || realError(err1) != nil || realError(err2) != nil {
			return false
		}
		if err1 != nil || err2 != nil {
			return (err1 != nil) == (err2 != nil)
		}
	}
	return false
}
