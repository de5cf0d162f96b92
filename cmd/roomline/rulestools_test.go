package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// writeSample writes the log of 1200 records that a script calls sample.log.
func writeSample(e *testscript.Env) error {
	var b strings.Builder
	at := time.Date(2026, 5, 12, 3, 14, 0, 0, time.UTC)
	for i := range 1200 {
		more := ""
		if i == 600 {
			more = ", it went boom"
		}
		fmt.Fprintf(&b, "[%s TP0] Decode batch. #running-req: %d%s\n", at.Add(time.Duration(i)*time.Second).Format(time.DateTime), i%7, more)
	}
	return os.WriteFile(filepath.Join(e.WorkDir, "sample.log"), []byte(b.String()), 0o600)
}

func TestRulesTools(t *testing.T) {
	testscript.Run(t, testscript.Params{Files: []string{"testdata/rules/rules_tools.txtar"}, Cmds: scriptCommands, Setup: writeSample})
}
