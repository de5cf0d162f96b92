// Package ingest reads logs and scrapes and keeps facts: what package timeline builds an incident of.
//
// It gives: [Scan] (files, folders, archives, standard input to a timeline.Facts, every byte read
// once), the [Matcher] that package rules/match implements, and [Texts], which fetches the bytes
// behind a timeline.Ref again, and the records of any part of a stream as the scan assembled them.
//
// The way of a byte: open (plain, gz, zst, bz2, xz, tar, zip, UTF-16) → blocks that begin at a
// header → unwrap envelopes and strip colour where there are any → assemble records → match those
// that hold a needle → per-second rollups and hits → merge in order → name the process. Blocks of
// one file are scanned by several workers; nothing that they find depends on where blocks were cut.
//
// Of a part of the time (Options.Since, Until) it reads less: blocks whose headers all lie outside are
// not assembled, and the end of a plain file that lies behind, or a file that lies before, is not read
// where stamps looked at all over it stand in order. The facts are those of reading all, but for
// counts of lines.
//
// With a [Cache] (Options.Cache) it reads little more of a log that grew than what is new: what was
// found before is taken from an entry, which is checked against the file. The facts are those of a
// fresh scan.
//
// It does not judge, does not know what a signal means, and keeps no text: a fact leads back to its
// bytes by a Ref. Of a packed file, whose bytes could be had again only by unpacking all that lies
// before, those of the first hits are kept until the Texts are closed, on disk but for 256 KiB.
//
// What could not be read, was guessed, capped or cut is said in Source.Error, Source.Notes and
// Facts.Warnings; one bad file never stops the others.
//
// Units: timeline.Time (ns), bytes of decompressed content (UTF-16 counted as UTF-8).
//
// Concurrency: Scan starts its own goroutines and ends them before it returns, but for one that waits for
// a pipe when the scan is cancelled; a Matcher and a Cache are called from several at once; a Texts may
// be used from any.
package ingest
