// Package teddy finds where a text holds one of many needles, several bytes at a time.
//
// It gives: [New] (a [Set] of needles), [Set.Scan] (every occurrence in a text) and [Rates] (how
// often bytes and windows occur, estimated or counted in a sample), by which a Set is laid out.
//
// Of each needle one window of four bytes is looked for. Windows are put into 8 or 16 buckets, and
// for each of the four places a table says which buckets have a window with that byte there. Where
// all four tables agree on a bucket stands a candidate; it is verified exactly. The tables are looked
// up for 64 places at once by AVX-512 VBMI, for 32 by AVX2; without either, and with the build tag
// purego, a hash of three bytes at every second place takes their part.
//
// It does not fold case, know lines or records, or read beyond the text.
//
// Units: offsets and lengths are bytes; rates are occurrences per byte of text.
//
// Concurrency: a Set and Rates never change, so any number of goroutines may use them.
package teddy
