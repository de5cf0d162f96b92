package ingest

import (
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// zstdDecoders are those that were closed. Each has a window of some MiB that the next one need not take anew: a
// packed log is opened three times until it is scanned.
var zstdDecoders sync.Pool

// zstdReader is a decoder until it is closed.
type zstdReader struct{ *zstd.Decoder }

func openZstd(r io.Reader) (io.ReadCloser, error) {
	if z, ok := zstdDecoders.Get().(*zstd.Decoder); ok {
		return &zstdReader{z}, z.Reset(r)
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(512<<20))
	if err != nil {
		return nil, err
	}
	return &zstdReader{z}, nil
}

func (z *zstdReader) Close() error {
	if z.Decoder == nil {
		return nil
	}
	err := z.Reset(nil)
	zstdDecoders.Put(z.Decoder)
	z.Decoder = nil
	return err
}
