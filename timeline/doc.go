// Package timeline is Roomline's vocabulary: what was read from logs and scrapes, as plain
// values, and the pure builder that assembles it into an [Incident].
//
// It gives: times as intervals and their order ([Moment], [Later]), three-valued truth ([Truth]),
// sources, streams and processes with their coverage, signal hits, rooms with state segments per
// side, scraped and derived series. [Build] turns the [Facts] that package ingest read into an
// [Incident] that package rules judges and packages report and tui draw. What a matcher tells a scan
// has its words here too, since neither may know the other: [Needle], [Match], [Sole], [Alike]. Hits by the
// million lie packed in a [HitLog], what they captured in its [Tuples]; a [Packer] writes them down,
// an [Unpacker] reads them again.
//
// It does not read files, search text, know any engine, judge a rule or format output: what a
// signal means and how an entity moves comes with the [Schema] of the loaded packs.
//
// Units: times are [Time], whole nanoseconds since 1970 UTC; durations are time.Duration; sizes
// are bytes. Ids (rooms, requests) are strings: a room has up to 19 digits and fits no float.
//
// Concurrency: an Incident is immutable once built and may be read from any goroutine. Nothing
// here starts a goroutine, reads a clock or does I/O; who has several processors to spare gives
// [BuildWith] an [Each] that does, and then rooms are replayed at the same time, beside the other hits. A HitLog
// and its Tuples are filled by one goroutine at a time, and may be read from any when an Incident holds
// them; hits that stayed packed are unpacked under a lock of their own ([SparseHits]). The package
// imports the standard library only.
package timeline
