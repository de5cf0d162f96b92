// Package lines finds the ends of the lines of a block of text, and what else must be known before its
// lines are read one by one, in one pass of vector instructions.
//
// It gives: [Index], whose Scan says where lines end, where an engine header may begin inside of a
// line, and whether there are bytes that must be cleaned away first; and [Kernel], which names the
// code that runs here.
//
// There are three versions, and they answer alike: AVX-512BW and AVX2, chosen by what the processor
// and the system support, and a portable one, which the build tag purego makes the only one.
//
// It does not parse a header, does not clean, cut or copy text, and does not know what a record is.
//
// Units: offsets are bytes, counted from the begin of the block; a block is smaller than 4 GiB.
//
// Concurrency: an Index belongs to one goroutine at a time. There is no state beside it.
package lines
