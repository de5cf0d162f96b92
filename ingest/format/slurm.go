package format

import (
	"bytes"

	"roomline/timeline"
)

// slurm reads the line with which Slurm ends a step: "slurmstepd: error: *** STEP .. AT TIME ..".
func slurm(line []byte) (Head, bool) {
	if !bytes.HasPrefix(line, []byte("slurmstepd: ")) && !bytes.HasPrefix(line, []byte("srun: ")) {
		return Head{}, false
	}
	k := bytes.Index(line, []byte(" AT "))
	if k < 0 {
		return Head{}, false
	}
	s, ok := iso(line[k+4:])
	if !ok {
		return Head{}, false
	}
	h := head("plain", s)
	h.Level, h.Body, h.Source = timeline.LevelError, bytes.IndexByte(line, ':')+2, "slurm"
	return h, true
}
