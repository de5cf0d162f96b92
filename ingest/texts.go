package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"roomline/timeline"
)

// Texts fetches the text behind refs of one scan, checked against its hash. It keeps what was
// spooled until it is closed.
type Texts struct {
	spool   *spool
	mu      sync.Mutex
	sources []textSource
	cache   map[timeline.Ref]string
	cached  int
	streams [][]*stretch     // by stream
	stores  map[*file]*store // of files that cannot be read from the middle
	ctx     context.Context  // ends with the Texts; background passes hang on it
	stop    context.CancelFunc
	passes  sync.WaitGroup
}

type textSource struct {
	path string
	file *file
}

var _ timeline.Texts = (*Texts)(nil)

func newTexts(s *scan) *Texts {
	t := &Texts{spool: s.spool, sources: make([]textSource, len(s.sources)), cache: map[timeline.Ref]string{}, stores: map[*file]*store{}}
	t.ctx, t.stop = context.WithCancel(context.Background())
	order := s.order()
	for id, src := range s.sources {
		t.sources[order[id]] = textSource{src.Path, src.file}
	}
	for _, st := range s.streams {
		t.streams = append(t.streams, s.stretches(st, order))
	}
	return t
}

// Close ends what still reads and removes what was spooled.
func (t *Texts) Close() error {
	t.mu.Lock() // no pass begins from here on
	t.stop()
	t.mu.Unlock()
	t.passes.Wait()
	err := t.closeStores()
	for _, src := range t.sources {
		err = errors.Join(err, src.file.keeper.close())
	}
	return errors.Join(err, t.spool.close())
}

// errGone says that the bytes behind a ref are not what they were.
func errGone(path string, line int64, why string) error {
	return fmt.Errorf("%s:%d: the text is no longer available: %s; give the file as it was when it was read", path, line, why)
}

// Text reads the record behind a ref again.
func (t *Texts) Text(ref timeline.Ref) (string, error) {
	t.mu.Lock()
	text, ok := t.cache[ref]
	t.mu.Unlock()
	if ok {
		return text, nil
	}
	if ref.Source < 0 || int(ref.Source) >= len(t.sources) {
		return "", fmt.Errorf("ref to source %d: there is none of that number in this scan", ref.Source)
	}
	src := t.sources[ref.Source]
	raw, err := src.file.at(ref.Offset, int(ref.Length))
	if err != nil {
		return "", errGone(src.path, ref.Line, err.Error())
	}
	if text, ok = src.file.record(raw, ref.Hash); !ok {
		if src.file.wrapper != "" {
			return t.search(src, ref)
		}
		return "", errGone(src.path, ref.Line, "the bytes there have changed")
	}
	return text, nil
}

// MostPreloaded bounds what Preload keeps, in bytes of texts.
const MostPreloaded = 64 << 20

// Preload reads many refs in one pass per file; of compressed files each single Text would unpack
// the file again. What does not fit is read later one by one.
func (t *Texts) Preload(ctx context.Context, refs []timeline.Ref) error {
	bySource := map[timeline.SourceID][]timeline.Ref{}
	for _, r := range refs {
		if !t.AtHand(r) {
			bySource[r.Source] = append(bySource[r.Source], r)
		}
	}
	for id, list := range bySource {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.pass(ctx, t.sources[id].file, list); err != nil {
			return fmt.Errorf("%s: cannot be read again: %w", t.sources[id].path, err)
		}
	}
	return nil
}

// Forget drops what Preload kept, so that there is room for other texts.
func (t *Texts) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.cache)
	t.cached = 0
}

// AtHand says whether a text can be had without reading its file from the begin.
func (t *Texts) AtHand(ref timeline.Ref) bool {
	if ref.Source < 0 || int(ref.Source) >= len(t.sources) || t.sources[ref.Source].file.plain() {
		return true
	}
	if _, ok := t.sources[ref.Source].file.keeper.find(ref.Offset, int(ref.Length)); ok {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.cache[ref]
	return ok
}

// at reads a stretch of the decoded content.
func (f *file) at(offset int64, n int) ([]byte, error) {
	buf := make([]byte, n)
	if f.plain() {
		return buf, f.readAt(buf, offset)
	}
	if kept, ok := f.keeper.find(offset, n); ok {
		return kept, nil
	}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, offset); err != nil {
		return nil, short(err)
	}
	_, err = io.ReadFull(r, buf)
	return buf, short(err)
}

func (f *file) readAt(buf []byte, offset int64) error {
	if f.content.file == "" {
		if offset < 0 || offset+int64(len(buf)) > int64(len(f.data)) {
			return short(io.EOF)
		}
		copy(buf, f.data[offset:])
		return nil
	}
	r, err := os.Open(f.content.file)
	if err != nil {
		return openError(err)
	}
	defer r.Close()
	n, err := r.ReadAt(buf, offset)
	if n == len(buf) {
		return nil
	}
	return short(err)
}

func short(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file has become shorter")
	}
	return err
}
