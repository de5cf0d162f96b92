package ingest

import (
	"path/filepath"
	"strings"
	"testing"
)

// corpusCounts are the records and unparsed lines that files of the shared corpus hold, [least, most].
var corpusCounts = map[string][4]int64{
	"01": {34, 36, 0, 0}, "02": {60, 60, 0, 0}, "03": {19, 19, 0, 0}, "04": {13, 14, 0, 1}, "07": {15, 15, 0, 0}, "09": {8, 9, 0, 1},
	"11": {2, 18, 0, 6}, "13": {10, 10, 0, 0}, "14": {7, 7, 0, 0}, "15": {30, 30, 0, 0}, "18": {11, 12, 0, 1}, "20": {14, 14, 0, 0},
	"22": {5, 8, 0, 9}, "24": {3, 9, 0, 3}, "26": {7, 10, 0, 1}, "27": {4, 6, 0, 2}, "29": {16, 20, 0, 4}, "31": {4, 10, 0, 2},
	"33": {2, 10, 0, 0}, "35": {13, 13, 0, 1}, "37": {3, 4, 0, 2}, "38": {9, 9, 0, 4}, "40": {9, 9, 0, 0}, "42": {2, 2, 0, 0},
	"44": {0, 10, 0, 10}, "46": {9, 9, 0, 0}, "47": {5, 16, 0, 8}, "49": {6, 6, 0, 0}, "50": {7, 7, 0, 0}, "52": {2, 3, 0, 48}, "54": {10, 13, 0, 3},
}

// Every file of the corpus gives the same facts whatever the blocks, the records that it should,
// and the text of each of them again.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../shared/corpus/*.log")
	if len(files) == 0 {
		t.Skip("no shared corpus beside the checkout")
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), "-")
		f := scanPaths(t, Options{Matcher: everything{}}, file)
		want := dump(t, f, "")
		for _, block := range []int{64, 777} {
			if got := dump(t, scanPaths(t, Options{Matcher: everything{}, Block: block, Workers: 3}, file), ""); got != want {
				t.Errorf("%s: blocks of %d give other facts:\n%s", name, block, firstDifference(want, got))
			}
		}
		var records, unparsed int64
		for _, s := range f.Sources {
			records, unparsed = records+s.Records, unparsed+s.Unparsed
		}
		c, ok := corpusCounts[name]
		if ok && (records < c[0] || records > c[1] || unparsed < c[2] || unparsed > c[3]) {
			t.Errorf("%s: %d records, %d unparsed lines, want %v", name, records, unparsed, c)
		}
	}
}
