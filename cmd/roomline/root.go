package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"roomline/ingest"
)

// Exit statuses (docs/cli.md).
const (
	exitOK          = 0
	exitFailOn      = 1 // --fail-on was met; of rules test and lint: an expectation failed
	exitUsage       = 2 // usage, or no rule pack could be loaded
	exitPartial     = 3 // part of the input or a pack could not be read; the report was still written
	exitInterrupted = 130
)

// exitError carries an exit status. Its error, if any, is still to be told.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func usage(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	f              flags
	code           int                   // of what was done so far: the worst part
	onProgress     func(ingest.Progress) // nil: on stderr
	quoting        bool                  // fetch only the texts that the report shows
	allNumbers     bool                  // keep all that batch lines print, not only what rules read
	meter          atomic.Pointer[meter]
	screens        atomic.Bool // the screens are shown: nothing else may write to the terminal
	cpu            *os.File
	began          time.Time
	restore        func() // the limit of CPUs
}

// run is the program: it writes to stdout and stderr and gives the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stderr = &lockedWriter{w: stderr}
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, began: time.Now()}
	defer a.acknowledge(ctx)()
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	strictCompletion(root)
	err := root.ExecuteContext(ctx)
	a.stopProfile()
	a.tellStage("done")
	if a.restore != nil {
		a.restore()
	}
	return a.status(ctx, err)
}

// status turns an error into an exit status and tells it, once, with one prefix.
func (a *app) status(ctx context.Context, err error) int {
	var exit *exitError
	switch {
	case errors.Is(err, syscall.EPIPE):
		return exitOK
	case errors.Is(err, errUnbuilt):
		a.complain(err)
		return exitInterrupted
	case ctx.Err() != nil:
		fmt.Fprintln(a.stderr, "roomline: interrupted; what was found so far was written")
		return exitInterrupted
	case err == nil:
		return a.code
	case errors.As(err, &exit):
		if exit.err != nil {
			a.complain(exit.err)
		}
		return exit.code
	}
	a.complain(err)
	return exitUsage
}

func (a *app) complain(err error) {
	fmt.Fprintf(a.stderr, "roomline: %s\n", err)
}

// worse notes that part of the run failed, which a later success does not hide.
func (a *app) worse(code int) {
	if a.code != exitFailOn {
		a.code = max(a.code, code)
	}
}

const rootHelp = "Roomline reads the logs and metric scrapes of an LLM-serving cluster (SGLang in prefill/decode\n" +
	"disaggregation), decides by rules what broke it, tells root cause from symptom, says what it could\n" +
	"not see, and shows what each request (room) went through on both sides.\n\n" +
	"PATH is a file, a folder, an archive (.tar, .tar.gz, .tar.zst, .zip), or - for stdin.\n" +
	"With a terminal `roomline PATH...` opens the terminal UI, elsewhere it writes the report."

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "roomline [PATH...]",
		Short:         "Says from logs and metric scrapes what broke an LLM-serving cluster, with proof",
		Long:          rootHelp,
		SilenceErrors: true, SilenceUsage: true, Args: cobra.ArbitraryArgs,
		RunE: a.runRoot,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := fromEnvironment(cmd.Flags()); err != nil {
				return err
			}
			restore, err := a.f.limits()
			if a.restore = restore; err != nil {
				return err
			}
			return a.startProfile()
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%v (see %s --help)", err, cmd.CommandPath())
	})
	a.f.register(root.PersistentFlags())
	root.AddCommand(a.reportCmd(), a.tuiCmd(), a.roomsCmd(), a.roomCmd(), a.sourcesCmd(), a.whyCmd(), a.diffCmd(), a.queryCmd(), a.rulesCmd(), a.versionCmd())
	root.CompletionOptions.HiddenDefaultCmd = false
	return root
}

// runRoot runs what stands without a command: the UI on a terminal, the report elsewhere.
func (a *app) runRoot(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && len(a.f.sources) == 0 && len(a.f.scrapes) == 0 {
		return cmd.Help()
	}
	if err := misspeltCommand(cmd, args); err != nil {
		return err
	}
	if a.onTerminal() {
		return a.runTUI(cmd.Context(), args)
	}
	return a.runReport(cmd.Context(), args)
}

// fromEnvironment sets each flag that was not given from ROOMLINE_<FLAG>.
func fromEnvironment(fs *pflag.FlagSet) error {
	var first error
	fs.VisitAll(func(f *pflag.Flag) {
		name := "ROOMLINE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		v, ok := os.LookupEnv(name)
		if !ok || f.Changed || f.Name == "help" {
			return
		}
		if err := fs.Set(f.Name, v); err != nil && first == nil {
			first = usage("%s=%q in the environment: %v", name, v, err)
		}
	})
	return first
}
