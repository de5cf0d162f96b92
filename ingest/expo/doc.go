// Package expo reads scrapes: the text expositions of Prometheus and OpenMetrics as they lie on
// disk after an incident, and what stores export.
//
// It gives: [Looks] (is this a file of scrapes?), [Read] (one file, of one scrape or of many: each
// attempt with its time and samples, the failed ones too) and [Assemble] (the files of one target
// as a [timeline.Target] with aligned series).
//
// Text goes through prometheus/model/textparse, wrapped leniently: a line that cannot be read is
// skipped and told with its number, what stands before and behind it is kept. HTTP headers, curl's
// noise, CRLF, BOM, exemplars, shell loops that append, and several snapshots in one file are
// expected. Label values stay as written (le="1" is not made "1.0").
//
// It does not open files, decompress, transcode, group files into targets or evaluate anything.
//
// Units: times are timeline.Time (ns), offsets bytes of the content given, lines count from 1.
//
// Concurrency: Read and Assemble have no state but the [Table] given to them, which may be shared
// by concurrent calls. Content is neither kept nor changed.
package expo
