package ingest

import (
	"context"
	"path"

	"roomline/ingest/expo"
)

// ahead are scrapes that were taken apart while logs are scanned: those that a sample holds as a whole, so that
// nothing is read for them. It ends at the first file that is longer, since series are numbered as they come.
type ahead struct {
	read map[*file]expo.Result // once done is closed
	done chan struct{}
}

// readAhead begins with the scrapes; the table is its own until somebody has waited for it.
func (s *scan) readAhead(ctx context.Context, table *expo.Table) *ahead {
	a := &ahead{read: map[*file]expo.Result{}, done: make(chan struct{})}
	var files []*file
	for _, f := range s.files {
		if f.kind == "mixed" || f.kind == "scrapes" && f.err == nil && !f.short() {
			break
		}
		if f.kind == "scrapes" && f.err == nil {
			files = append(files, f)
		}
	}
	go func() {
		defer close(a.done)
		for _, f := range files {
			if ctx.Err() != nil {
				return
			}
			a.read[f] = expo.Read(f.sample, expositionOf(f, table))
		}
	}()
	return a
}

// short says whether the sample of a file is all that it holds.
func (f *file) short() bool {
	return f.whole && f.plain() && len(f.sample) > 0 && int64(len(f.sample)) == f.size
}

func expositionOf(f *file, table *expo.Table) expo.Options {
	return expo.Options{Path: f.shown, Name: path.Base(f.rel), ModTime: modTime(f.mtime), Table: table}
}
