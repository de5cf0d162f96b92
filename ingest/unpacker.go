package ingest

import (
	"bufio"
	"errors"
	"io"
	"sync/atomic"
)

// unpacker tells a damaged stream from the end of one, and how long the content will be.
type unpacker struct {
	c      *content
	z      io.ReadCloser
	src    io.Closer
	taken  counted
	packed *bufio.Reader // what was taken and not unpacked yet
	given  int64
	likely atomic.Int64 // how many bytes there are in all, if the rest is packed like what was given
}

// counted counts what is read.
type counted struct {
	src io.Reader
	n   int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.src.Read(b)
	c.n += int64(n)
	return n, err
}

func (u *unpacker) Read(b []byte) (int, error) {
	n, err := u.z.Read(b)
	if err != nil && err != io.EOF {
		err = u.c.unpackError(err)
	}
	u.given += int64(n)
	if done := u.taken.n - int64(u.packed.Buffered()); done > 0 {
		u.likely.Store(int64(float64(u.given) * float64(u.c.size) / float64(done)))
	}
	return n, err
}

func (u *unpacker) Close() error {
	return errors.Join(u.z.Close(), u.src.Close())
}
