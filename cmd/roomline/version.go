package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/rules"
	"roomline/rules/packs"
)

// version is set by the release build (-ldflags "-X main.version=...").
var version = ""

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "The version of the program and of its shipped packs", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := a.f.check(); err != nil {
				return err
			}
			builtin, err := packs.Builtin()
			if err != nil {
				return &exitError{exitUsage, err}
			}
			return a.write(func(w io.Writer) error { return a.writeVersion(w, builtin) })
		},
	}
}

func (a *app) writeVersion(w io.Writer, builtin []*rules.Pack) error {
	if a.f.output == "json" {
		return versionJSON(w, builtin)
	}
	fmt.Fprintf(w, "roomline %s (%s %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, p := range builtin {
		fmt.Fprintf(w, "pack %s, %d rules, sha256 %s\n", p.ID(), len(p.Rules), p.Hash)
	}
	return nil
}

type jsonPack struct {
	Pack   string `json:"pack"`
	Rules  int    `json:"rules"`
	SHA256 string `json:"sha256"`
}

func versionJSON(w io.Writer, builtin []*rules.Pack) error {
	out := struct {
		Version string     `json:"version"`
		Go      string     `json:"go"`
		Packs   []jsonPack `json:"packs"`
	}{programVersion(), runtime.Version(), []jsonPack{}}
	for _, p := range builtin {
		out.Packs = append(out.Packs, jsonPack{p.ID(), len(p.Rules), p.Hash})
	}
	return report.Indented(w, out)
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
