package timeline

// Repeat is a message that makes up much of a source, or a few that come together: what a reader has
// to look past. Messages are the same if they differ in numbers, ids and addresses only; what a healthy
// process prints all the time (batch lines, access lines, logs of requests, progress) is none. Lines are
// counted whole: those of a record and what lies behind them up to the next one, stacks and blank lines
// too.
type Repeat struct {
	Text           string   // first line of the first such record, behind its header, cut; as printed, so escape it
	With           []string // the same of messages that come as often in the same place, most lines first
	Records        int64    // how often: of the message with most lines
	Lines          int64    // of all records of these messages, with their continuation lines
	Of             int64    // what Lines is a part of: the source's lines (unwrapped, and of the time asked for)
	Line, LastLine int64    // where the first and the last of the records begin in the source's file, 1 is the first
	First, Last    Time     // Lo of the earliest and of the latest stamp of them; NoTime if none has one
}

// Share is the part of the source's lines that it takes up, 0 to 1.
func (r *Repeat) Share() float64 {
	if r.Of <= 0 {
		return 0
	}
	return float64(r.Lines) / float64(r.Of)
}
