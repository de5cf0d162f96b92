package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// Chains taken by several workers at once from packed content are those of plain content, with all bytes
// in order, whatever the decoder's pieces are.
func TestDecoderGivesTheContentInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	text := []byte(strings.Join(compose(r, 3000), "\n"))
	for _, size := range []int{4096, 5000, 1 << 16, len(text), len(text) + 1} {
		broken := errors.New("broken")
		for src, want := range map[io.Reader]error{bytes.NewReader(text): nil, iotest.HalfReader(bytes.NewReader(text)): nil,
			io.MultiReader(bytes.NewReader(text), iotest.ErrReader(broken)): broken} {
			f := &feeder{src: src, size: size, decoder: newDecoder(src, size)}
			if got := takeAll(f, 3); !bytes.Equal(got, text) {
				t.Fatalf("blocks of %d: %d bytes of %d, or others", size, len(got), len(text))
			}
			if f.err != want {
				t.Fatalf("blocks of %d: %v instead of %v", size, f.err, want)
			}
		}
	}
}

// takeAll lets workers take chains as scans do, and puts what they hold in order.
func takeAll(f *feeder, workers int) []byte {
	var all sync.WaitGroup
	var mu sync.Mutex
	chains := map[int][]byte{}
	for w := range workers {
		all.Go(func() {
			b := newBlock(f.size)
			for n := 0; ; n++ {
				f.decoder.lead()
				seq, ok := f.begin(context.Background(), b)
				if !ok {
					return
				}
				text := bytes.Clone(b.buf[b.from:b.to])
				for !b.end && !b.final && f.more(context.Background(), b) {
					text = append(text, b.buf[b.from:b.to]...)
				}
				if n%4 == w {
					time.Sleep(50 * time.Microsecond)
				}
				mu.Lock()
				chains[seq] = text
				mu.Unlock()
			}
		})
	}
	all.Wait()
	var out []byte
	for seq := range len(chains) {
		out = append(out, chains[seq]...)
	}
	return out
}

// A worker that may decode fills all buffers and then scans; nobody decodes behind the end.
func TestDecoderLeadsUntilBuffersAreFull(t *testing.T) {
	d := newDecoder(strings.NewReader(strings.Repeat("x", 4096*aheadBlocks+1)), 4096)
	d.lead()
	if len(d.full) != aheadBlocks || len(d.free) != 0 || d.ended {
		t.Fatalf("%d full, %d free, ended: %v", len(d.full), len(d.free), d.ended)
	}
	b := newBlock(4096)
	for range aheadBlocks {
		if n, err := d.read(b); n != 4096 || err != nil {
			t.Fatal(n, err)
		}
	}
	d.lead()
	if n, err := d.read(b); n != 1 || err != io.ErrUnexpectedEOF || !d.ended {
		t.Fatal(n, err, d.ended)
	}
	if d.lead(); len(d.full) != 0 {
		t.Fatal("something was decoded behind the end")
	}
}

// Who found nothing is woken when there are some blocks, not for each, and at the end however few there are.
func TestDecoderWakesForSome(t *testing.T) {
	for blocks, want := range map[int]int{0: 1, 1: 2, 2: 3, wakeBlocks: wakeBlocks, aheadBlocks + 2: wakeBlocks} {
		synctest.Test(t, func(t *testing.T) {
			src := &stepped{blocks: blocks, step: make(chan bool)}
			defer close(src.step)
			d, woken := newDecoder(src, 4096), false
			go d.lead()
			synctest.Wait()
			go func() {
				d.read(newBlock(4096))
				woken = true
			}()
			for step := range want {
				synctest.Wait()
				if woken {
					t.Fatalf("of %d blocks it was woken by %d", blocks, step)
				}
				src.step <- true
			}
			if synctest.Wait(); !woken {
				t.Fatalf("of %d blocks it sleeps after %d", blocks, want)
			}
		})
	}
}

// stepped gives as much as is asked for at each step, so many times.
type stepped struct {
	blocks int
	step   chan bool
}

func (s *stepped) Read(b []byte) (int, error) {
	<-s.step
	if s.blocks--; s.blocks < 0 {
		return 0, io.EOF
	}
	return len(b), nil
}
