package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"roomline/rules/packs"
)

// version is set by the release build (-ldflags "-X main.version=...").
var version = ""

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "The version of the program and of its shipped packs", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(a.stdout, "roomline %s (%s %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			builtin, err := packs.Builtin()
			if err != nil {
				return &exitError{exitUsage, err}
			}
			for _, p := range builtin {
				fmt.Fprintf(a.stdout, "pack %s, %d rules, sha256 %s\n", p.ID(), len(p.Rules), p.Hash)
			}
			return nil
		},
	}
}

func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "(devel)"
}
