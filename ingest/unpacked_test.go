package ingest

import (
	"context"

	"roomline/timeline"
)

// scanUnpacked is Scan with the hits of each stream one by one.
func scanUnpacked(ctx context.Context, inputs []Input, opt Options) (*timeline.Facts, *Texts, error) {
	f, texts, err := Scan(ctx, inputs, opt)
	if f != nil {
		for i := range f.Streams {
			s := &f.Streams[i]
			s.Hits, s.Log = s.Log.All(), nil
			for j := range s.Hits {
				s.Hits[j].Stream, s.Hits[j].Tuple = s.ID, 0
			}
		}
		f.Tuples = nil
	}
	return f, texts, err
}
