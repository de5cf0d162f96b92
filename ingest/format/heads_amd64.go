//go:build !purego

package format

import "golang.org/x/sys/cpu"

// hasHeads says whether the vector instructions are there that read headers. Package cpu also asks
// whether the system saves the wide registers.
var hasHeads = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ

// headsOf is [Quick.head] for so many groups of eight lines, at most eight. ends points to where the
// line before the first one ends, which there must be, and dst to room for as many heads as there are lines. known has a
// bit for each line, of the first one the lowest: for those without, head tells more. It reads no more of a line than
// head does.
//
//go:noescape
func headsOf(block *byte, ends *uint32, groups int, date *dateWords, tags *tagSlot, words *formWords, dst *LineHead) (known uint64)
