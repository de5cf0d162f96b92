package ingest

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/ulikunitz/xz"

	"roomline/timeline"
)

// content is the bytes of one source, which may be read again: a file, or what was spooled of an
// archive or of standard input.
type content struct {
	shown   string // path as shown
	file    string // on disk, "" if data holds it
	data    []byte
	size    int64 // as it lies there
	mtime   timeline.Time
	packing string // gzip, zstd, bzip2, xz; "" for none
	wide    wide   // UTF-16
}

// errTruncated says that a compressed stream ends too early.
var errTruncated = errors.New("the compressed stream is cut off; what was readable has been read. Copy the file again, or give it uncompressed")

// packedRead is how much of a packed file is read at once; decoders ask for little.
const packedRead = 128 << 10

// packings are the compressions that are known by their first bytes.
var packings = []struct {
	name, magic string
	open        func(io.Reader) (io.ReadCloser, error)
}{
	{"gzip", "\x1f\x8b", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"zstd", "\x28\xb5\x2f\xfd", openZstd},
	{"bzip2", "BZh", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }},
	{"xz", "\xfd7zXZ\x00", openXz},
}

func openXz(r io.Reader) (io.ReadCloser, error) {
	z, err := xz.NewReader(r)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(z), nil
}

// raw opens the bytes as they lie there.
func (c *content) raw() (io.ReadCloser, error) {
	if c.file == "" {
		return io.NopCloser(bytes.NewReader(c.data)), nil
	}
	return os.Open(c.file)
}

// sniff finds out how the bytes are packed.
func (c *content) sniff() error {
	r, err := c.raw()
	if err != nil {
		return err
	}
	defer r.Close()
	var head [8]byte
	n, err := io.ReadFull(r, head[:])
	if realError(err) != nil {
		return err
	}
	for _, p := range packings {
		if bytes.HasPrefix(head[:n], []byte(p.magic)) {
			c.packing = p.name
		}
	}
	if c.packing == "" {
		c.wide = wideOf(head[:n])
		return nil
	}
	return c.sniffPacked()
}

// sniffPacked looks at the first bytes of what is packed. A damaged stream is for whoever reads it.
func (c *content) sniffPacked() error {
	r, err := c.open()
	if err != nil {
		return nil
	}
	defer r.Close()
	var head [8]byte
	n, _ := io.ReadFull(r, head[:])
	c.wide = wideOf(head[:n])
	return nil
}

// plain says whether the bytes are the text itself, so that a part of them can be read directly.
func (c *content) plain() bool { return c.packing == "" && c.wide == narrow }

// open gives the decoded content: unpacked, as UTF-8.
func (c *content) open() (io.ReadCloser, error) {
	src, err := c.raw()
	if err != nil {
		return nil, err
	}
	out := io.ReadCloser(src)
	for _, p := range packings {
		if p.name != c.packing {
			continue
		}
		u := &unpacker{c: c, src: src}
		u.packed = bufio.NewReaderSize(&u.taken, packedRead)
		u.taken.src = src
		if u.z, err = p.open(u.packed); err != nil {
			src.Close()
			return nil, c.unpackError(err)
		}
		out = u
	}
	if c.wide != narrow {
		out = &transcoder{src: out, wide: c.wide}
	}
	return out, nil
}

func (c *content) unpackError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errTruncated
	}
	return fmt.Errorf("%s stream is damaged (%w); what was readable has been read. Copy the file again, or give it uncompressed", c.packing, err)
}
