package ingest

import (
	"crypto/sha256"
	endian "encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"time"
)

// cached is how one file is found in the cache.
type cached struct {
	cache    Cache
	identity string // what is scanned for, and where: entries with another one are others
	whole    bool   // all that was found is cached, since the file cannot be read from the middle
	entry    <-chan *remembered
}

// cacheOf gives how the log of a family is cached, nil if it is not: only one of some size that lies on
// a disk as it is, without envelopes and without scrapes, and alone in its rotation.
func (s *scan) cacheOf(files []*file) *cached {
	f, o := files[0], &s.opt
	if len(files) > 1 || f.err != nil || f.wrapper != "" || f.kind != "log" || f.size < o.CacheLeast || f.content.file == "" || s.spool.holds(f.content) {
		return nil
	}
	at, err := filepath.Abs(f.content.file)
	if err != nil {
		return nil
	}
	return &cached{cache: o.Cache, whole: !f.plain(), identity: s.identity(f, at)}
}

// identity names all that decides which facts come of the bytes of a file, but for the year.
func (s *scan) identity(f *file, at string) string {
	o := &s.opt
	loc, _ := f.zone()
	shift, _ := f.shift()
	fold := &folder{}
	fold.expectRole(f)
	return fmt.Sprintf("%d %q %q %d %t%q %d %d %t %q %s %d %s", cacheFormat, o.Cache.Rules(), at, o.MaxHits, o.Numbers == nil, o.Numbers, o.Since, o.Until,
		f.wantRole(), fold.role, zonePrint(loc), shift, fmt.Sprint(f.packing, f.wide))
}

// zonePrint names a zone with its offsets, which an update of the zone data may change.
func zonePrint(loc *time.Location) string {
	if loc == nil {
		return ""
	}
	sum := uint32(0)
	for day := range 366 * 4 { // weekly, for the years of logs
		_, offset := time.Unix(int64(day)*7*86400+946684800, 0).In(loc).Zone()
		sum = sum*31 + uint32(offset)
	}
	return fmt.Sprintf("%s %x", loc, sum)
}

// name is that of the entry.
func (c *cached) name() string {
	sum := sha256.Sum256([]byte(c.identity))
	return hex.EncodeToString(sum[:16])
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealed checks an entry's bytes and gives what they hold, nil if they are damaged.
func sealed(entry []byte) []byte {
	if len(entry) < 8 || uint64(crc32.Checksum(entry[8:], castagnoli)) != endian.LittleEndian.Uint64(entry) {
		return nil
	}
	return entry[8:]
}

// seal writes the checksum into the first eight bytes of an entry.
func seal(entry []byte) {
	endian.LittleEndian.PutUint64(entry, uint64(crc32.Checksum(entry[8:], castagnoli)))
}

const (
	printHead  = 1 << 20
	printPages = 32
)

// printUpTo recognises the first n bytes of a file as they lie there: by its head, where what it is was
// read from, and by pages all over, the last of which ends at n.
func printUpTo(r io.ReaderAt, n int64) (uint64, error) {
	buf := make([]byte, min(n, printHead))
	if _, err := r.ReadAt(buf, 0); err != nil {
		return 0, err
	}
	head, pages := crc32.Checksum(buf, castagnoli), uint32(0)
	buf = buf[:min(n, page)]
	for i := int64(1); i <= printPages; i++ {
		if _, err := r.ReadAt(buf, min(n/printPages*i, n-int64(len(buf)))); err != nil {
			return 0, err
		}
		pages = crc32.Update(pages, castagnoli, buf)
	}
	return uint64(head)<<32 | uint64(pages), nil
}
