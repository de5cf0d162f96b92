package report

import (
	"fmt"
	"io"
	"testing"
)

// manyFindings is the fixture with ten thousand findings more, alike as those of a long log are.
func manyFindings() *Document {
	d := fixture()
	for i := range 10_000 {
		f := waitFinding(fmt.Sprintf("F%d", i+10), fmt.Sprint(4100000000000000100+i), int64(i+100))
		f.ExplainedBy = nil
		d.Result.Findings = append(d.Result.Findings, f)
	}
	return d
}

// BenchmarkText: what is shown is a few of them, but each is looked at.
func BenchmarkText(b *testing.B) {
	d := manyFindings()
	b.ReportAllocs()
	for b.Loop() {
		if err := Text(io.Discard, d, Style{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJSON writes all of them.
func BenchmarkJSON(b *testing.B) {
	d := manyFindings()
	b.ReportAllocs()
	for b.Loop() {
		if err := JSON(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}
