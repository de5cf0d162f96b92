//go:build !amd64 || purego

package format

// hasHeads says that there are no vector instructions here.
const hasHeads = false

func headsOf(block *byte, ends *uint32, groups int, date *dateWords, tags *tagSlot, words *formWords, dst *LineHead) (known uint64) {
	panic("no kernel")
}
