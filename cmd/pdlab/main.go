// Pdlab is a small prefill/decode cluster that can be wedged. It writes incidents whose truth is known:
//
//	pdlab write -scenario nixl-wedge -seed 1 -sessions 60 -kill-after 25s DIR
//
// simulates the cluster in virtual time and fills DIR with a bundle: prefill-0.log, decode-0.log, router.log, metrics/,
// roomline.yaml, and truth.json, which says what really happened to each room and which rules that confirms or rules out.
// The same options give the same bytes.
//
//	pdlab list
//
// names the scenarios. What is written is modelled on what SGLang prints and exports; it is not a real log.
//
// It reads flags and writes files; packages model, scenario and emit do the rest. It knows nothing of the tool that reads
// what it writes. Units: spans are Go durations, stamps are those of the era. Concurrency: one goroutine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"roomline/cmd/pdlab/scenario"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command: 0 done, 1 failed, 2 asked wrongly.
func run(args []string, stdout, stderr io.Writer) int {
	const usage = "usage: pdlab write [options] DIR | pdlab list"
	if len(args) == 0 {
		fmt.Fprintln(stderr, usage)
		return 2
	}
	var err error
	switch args[0] {
	case "write":
		err = write(args[1:], stdout, stderr)
	case "list":
		for _, s := range scenario.All {
			fmt.Fprintf(stdout, "%-28s %s\n", s.Name, s.About)
		}
	default:
		err = usageError{fmt.Sprintf("unknown command %q; %s", args[0], usage)}
	}
	var wrong usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintln(stderr, "pdlab:", err)
		return 2
	}
	fmt.Fprintln(stderr, "pdlab:", err)
	return 1
}

// usageError is a mistake in what was asked for.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }
