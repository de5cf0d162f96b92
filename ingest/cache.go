package ingest

import "io/fs"

// Cache keeps what a scan found in a log for the next scan of the same log. It may be called from
// several goroutines at once. What it gives is checked before it is used: an entry that is damaged, of
// another program, of other rules or of another file is ignored.
type Cache interface {
	// Rules names all that decides what is found in a log and is not in Options: the program and the
	// packs of its Matcher, CountsOnly and SignalRole.
	Rules() string
	// File names a file on its disk: it stays what it is while the file grows.
	File(fs.FileInfo) string
	// Load gives the entry of a name, nil where there is none. The bytes are the scan's then.
	Load(name string) []byte
	// Save takes an entry; it may be written later. The bytes are the cache's then.
	Save(name string, entry []byte)
}

const (
	// cacheFormat changes whenever what an entry holds does.
	cacheFormat = 4
	// cacheLeast is how large a log must be; a smaller one is read in a moment.
	cacheLeast = 4 << 20
	// cacheGrowth is which part of a log must be new for its entry to be written again.
	cacheGrowth = 16
)
