// Codec packs a log, or unpacks it to nowhere: what a compressed log costs before anybody looks at it.
//
//	codec pack gzip|zstd FROM TO
//	codec unpack gzip|zstd FILE
//
// It gives the yardstick for compressed logs: the decoder that the scan uses, with the same settings,
// in one goroutine. It does not look at what it unpacks.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "codec:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 4 && args[0] == "pack":
		return pack(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == "unpack":
		return unpack(args[1], args[2])
	}
	return errors.New("usage: codec pack gzip|zstd FROM TO, codec unpack gzip|zstd FILE")
}

// pack writes another file.
func pack(kind, from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.Create(to)
	if err != nil {
		return err
	}
	z, err := packer(kind, dst)
	if err != nil {
		return err
	}
	if _, err := io.Copy(z, src); err != nil {
		return err
	}
	return errors.Join(z.Close(), dst.Close())
}

func packer(kind string, w io.Writer) (io.WriteCloser, error) {
	if kind == "gzip" {
		return gzip.NewWriterLevel(w, 6) // what gzip does unless it is told otherwise
	}
	return zstd.NewWriter(w)
}

func unpack(kind, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := unpacker(kind, f)
	if err != nil {
		return err
	}
	buf := make([]byte, 512<<10) // a block of the scan
	for err == nil {
		_, err = io.ReadFull(r, buf)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// unpacker is the decoder, set as the scan sets it.
func unpacker(kind string, r io.Reader) (io.Reader, error) {
	if kind == "gzip" {
		return gzip.NewReader(r)
	}
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(512<<20))
}
