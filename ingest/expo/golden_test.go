package expo

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden reads testdata/*.prom, which are modelled on what people post (composed, not copied),
// and holds the whole outcome against the .golden beside it.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.prom")
	if len(files) == 0 {
		t.Fatal("no testdata")
	}
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		r := Read(content, Options{Path: filepath.Base(f), ModTime: time.Date(2026, 5, 12, 4, 0, 0, 0, time.UTC)})
		target, notes := Assemble([]Result{r}, "decode", "n2", "g0")
		got := fmt.Sprintf("%s, looks like it: %v, lines %d, unparsed %d, role %q from %q, instance %q\n%s\n%s\n\nnotes:\n%s\n", r.Format, Looks(content), r.Lines,
			r.Unparsed, r.RoleHint, r.RoleFrom, r.InstanceHint, show(r), rows(target), strings.Join(append(r.Notes, notes...), "\n"))
		golden := strings.TrimSuffix(f, ".prom") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := os.ReadFile(golden)
		if got != string(want) {
			t.Errorf("%s:\n%s\nwant:\n%s", f, got, want)
		}
	}
}
