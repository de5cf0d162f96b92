package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts call the program as roomline.
func TestMain(m *testing.M) {
	if os.Getenv("ROOMLINE_NO_CACHE") == "" {
		os.Setenv("ROOMLINE_NO_CACHE", "true") // no test writes to the cache of who runs it
	}
	testscript.Main(m, map[string]func(){"roomline": main})
}

// TestScripts runs testdata/script/*.txtar: whole runs of the program on small incidents.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Cmds: scriptCommands})
}

// scriptCommands are what scripts may say besides the commands of testscript.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"exits": scriptExits, "status": scriptExits, // exit status
	"finding": scriptFinding, "notfired": scriptNotFired, "source": scriptSource, // of the JSON report on stdout
}
