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

// formOf is the form of a message that its first 16 bytes tell; 0 if they do not.
func formOf(message []byte) headForm {
	if len(message) < 16 {
		return 0
	}
	switch word64(message) {
	case decodeWord:
		if word32(message[8:]) == batchEnd {
			return batchForm
		}
	case prefillWord:
		if word64(message[8:])&batchMask == batchWord {
			return batchForm
		}
	case receiveWord, finishWord:
		return routineForm
	case statsWord:
		if word64(message[7:]) == statsEndWord {
			return routineForm
		}
	}
	return 0
}

// Class says what a message is, mostly by its first bytes.
func (q *Quick) Class(message []byte) Class {
	if form := formOf(message); form != 0 {
		return Class{info, true, form == batchForm}
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
