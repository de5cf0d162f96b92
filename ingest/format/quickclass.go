package format

import (
	"roomline/timeline"
)

// Class is what is asked of the message of every record.
type Class struct {
	Level   timeline.Level // as LevelOf gives it
	Routine bool           // as Routine gives it for a message behind a header
	Batch   bool           // Gauges may find numbers in it; false: there are none
}

// The words that most messages begin with.
var (
	decodeWord  = wordOf("Decode b")
	prefillWord = wordOf("Prefill ")
	receiveWord = wordOf("Receive:")
	finishWord  = wordOf("Finish: ")
	statsWord   = wordOf("Req Time")
	infoWord    = wordOf("INFO:   ")

	batchWord    = wordOf("batch")
	batchMask    = wordOf("\xff\xff\xff\xff\xff")
	batchEnd     = uint32(wordOf("atch"))
	statsEndWord = wordOf("e Stats(")
)

// Class says what a message is, mostly by its first bytes.
func (q *Quick) Class(message []byte) Class {
	if len(message) >= 16 {
		switch word64(message) {
		case decodeWord:
			if word32(message[8:]) == batchEnd {
				return Class{info, true, true}
			}
		case prefillWord:
			if word64(message[8:])&batchMask == batchWord {
				return Class{info, true, true}
			}
		case receiveWord, finishWord:
			return Class{info, true, false}
		case statsWord:
			if word64(message[7:]) == statsEndWord {
				return Class{info, true, false}
			}
		}
	}
	if len(message) >= memoBytes {
		return q.classes.classOf(message)
	}
	return classOf(message)
}

// classOf is Class without what spares work.
func classOf(message []byte) Class {
	return Class{LevelOf(message), routine(message), isBatch(message)}
}

// isBatch says whether Gauges looks for numbers in a message.
func isBatch(message []byte) bool {
	return len(pairsOf(message)) > 0
}
