package ingest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"roomline/timeline"
)

// archiveKind says whether content is an archive: "tar" (packed or not), "zip" or "".
func archiveKind(c *content) string {
	r, err := c.open()
	if err != nil {
		return ""
	}
	defer r.Close()
	head := make([]byte, 512)
	n, _ := io.ReadFull(r, head)
	head = head[:n]
	switch {
	case n > 262 && string(head[257:262]) == "ustar":
		return "tar"
	case c.packing == "" && bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "zip"
	}
	return ""
}

// unpack spools the files of an archive. It gives those that it could read, and what went wrong.
func unpack(ctx context.Context, c *content, kind string, s *spool) ([]*content, []string, error) {
	u := &unpacking{ctx: ctx, c: c, spool: s, left: c.size*maxRatio + 64<<20}
	var err error
	if kind == "zip" {
		err = u.zip()
	} else {
		err = u.tar()
	}
	return u.files, u.notes, err
}

type unpacking struct {
	ctx   context.Context
	c     *content
	spool *spool
	left  int64 // bytes that the archive may still unpack to
	files []*content
	notes []string
}

// entryName is the cleaned name of an entry; an error if it leads out of the archive.
func entryName(name string) (string, error) {
	clean := path.Clean(strings.ReplaceAll(name, `\`, "/"))
	if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") || len(clean) > 1 && clean[1] == ':' {
		return "", fmt.Errorf("entry %q leads out of the archive; left out", name)
	}
	return clean, nil
}

func (u *unpacking) add(name string, at timeline.Time, r io.Reader) error {
	if len(u.files) >= maxEntries {
		return fmt.Errorf("more than %d entries; unpack it yourself and give the folder", maxEntries)
	}
	clean, err := entryName(name)
	if err != nil {
		u.notes = append(u.notes, err.Error())
		return nil
	}
	c, err := u.spool.add(u.c.shown+"!"+clean, r, u.left)
	c.mtime = at
	u.left -= c.size
	u.files = append(u.files, c)
	if err != nil && !errors.As(err, &errBudget{}) {
		err = fmt.Errorf("entry %s: %w", clean, err)
	}
	return err
}

func (u *unpacking) tar() error {
	r, err := u.c.open()
	if err != nil {
		return err
	}
	defer r.Close()
	t := tar.NewReader(stopping{u.ctx, r})
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("archive is damaged behind %d entries: %w", len(u.files), err)
		}
		switch h.Typeflag {
		case tar.TypeReg:
			if err := u.add(h.Name, timeline.FromStd(h.ModTime), t); err != nil {
				return err
			}
		case tar.TypeDir, tar.TypeXGlobalHeader:
		default:
			u.notes = append(u.notes, fmt.Sprintf("entry %q is no regular file; left out", h.Name))
		}
	}
}

func (u *unpacking) zip() error {
	var at io.ReaderAt = bytes.NewReader(u.c.data)
	if u.c.file != "" {
		f, err := os.Open(u.c.file)
		if err != nil {
			return err
		}
		defer f.Close()
		at = f
	}
	z, err := zip.NewReader(at, u.c.size)
	if err != nil {
		return fmt.Errorf("archive is damaged: %w", err)
	}
	for _, f := range z.File {
		if !f.Mode().IsRegular() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			u.notes = append(u.notes, fmt.Sprintf("entry %q cannot be read (%v); left out", f.Name, err))
			continue
		}
		err = u.add(f.Name, timeline.FromStd(f.Modified), stopping{u.ctx, r})
		r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
