package emit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"roomline/cmd/pdlab/model"
)

// Write puts the bundle into dir, which is made if it is not there.
func (b *Bundle) Write(dir string) error { return WriteFiles(dir, b.Files()) }

// WriteFiles puts files into dir, which is made if it is not there.
func WriteFiles(dir string, files []File) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("make the bundle's folder: %w", err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
			return fmt.Errorf("write the bundle: %w", err)
		}
	}
	return nil
}

// Omit leaves kinds of sources out from now on; listed: they stay in roomline.yaml.
func (b *Bundle) Omit(kinds []string, listed bool) { b.opt.Omit, b.opt.OmitListed = kinds, listed }

// Files are the logs, the scrapes and roomline.yaml.
func (b *Bundle) Files() []File {
	files := append(b.logFiles(), b.scrapeFiles()...)
	if b.opt.Bare {
		return files
	}
	return append(files, File{"roomline.yaml", b.manifest()})
}

func name(p model.Proc) string { return fmt.Sprintf("%s-%d", p.Role, p.Index) }

func logName(p model.Proc) string {
	if p.Role == model.RouterRole {
		return "router.log"
	}
	return name(p) + ".log"
}

// instance is how roomline.yaml calls a process: prefill@p0.
func instance(p model.Proc) string { return fmt.Sprintf("%c%d", p.Role[0], p.Index) }

// Entity is the name of a process in the tool's reports.
func Entity(p model.Proc) string { return string(p.Role) + "@" + instance(p) }

func (b *Bundle) logFiles() []File {
	var out []File
	for _, f := range b.logs {
		if !b.omitted(f.proc, "log") {
			out = append(out, File{logName(f.proc), f.text.String()})
		}
	}
	return out
}

// scrapePath is a folder, or a file for the forms that keep all scrapes of a target in one.
func (b *Bundle) scrapePath(p model.Proc) string {
	switch b.opt.ScrapeForm {
	case "file":
		return "metrics/" + name(p) + ".prom"
	case "shell":
		return "metrics/" + name(p) + ".txt"
	}
	return "metrics/" + name(p)
}

func (b *Bundle) scrapeFiles() []File {
	var out []File
	for _, t := range b.targets {
		if b.omitted(t.proc, "metrics") {
			continue
		}
		path := b.scrapePath(t.proc)
		if b.opt.ScrapeForm == "folder" {
			for _, f := range t.files {
				out = append(out, File{path + "/" + f.Name, f.Text})
			}
			continue
		}
		var all strings.Builder
		for _, f := range t.files {
			all.WriteString(f.Text)
		}
		out = append(out, File{path, all.String()})
	}
	return out
}

// manifest names what cannot be guessed from the files.
func (b *Bundle) manifest() string {
	var m strings.Builder
	m.WriteString("version: 1\nsources:\n")
	for _, f := range b.logs {
		zone := b.opt.Zone.String()
		if f.proc.Role == model.RouterRole {
			zone = "UTC"
		}
		size := fmt.Sprintf(", bytes: %d", f.text.Len())
		if b.listed(f.proc, "log") {
			fmt.Fprintf(&m, "  - {path: %s, role: %s, instance: %s, group: g0, zone: %s%s}\n", logName(f.proc), f.proc.Role, instance(f.proc), zone, size)
		}
	}
	for _, t := range b.targets {
		if b.listed(t.proc, "metrics") {
			interval := ""
			if b.opt.ScrapeEvery > 0 {
				interval = ", interval: " + b.opt.ScrapeEvery.String()
			}
			fmt.Fprintf(&m, "  - {path: %s, role: %s, instance: %s, group: g0, kind: scrapes%s}\n", b.scrapePath(t.proc), t.proc.Role, instance(t.proc), interval)
		}
	}
	fmt.Fprintf(&m, "captured_at: %s\n", b.Time(b.opt.Duration).Format(rfc3339))
	if len(b.opt.Marks) > 0 {
		var marks []string
		for _, k := range b.opt.Marks {
			marks = append(marks, k.Name+": "+b.Time(k.At).Format(rfc3339))
		}
		fmt.Fprintf(&m, "marks: {%s}\n", strings.Join(marks, ", "))
	}
	return m.String()
}

const rfc3339 = "2006-01-02T15:04:05Z"

func (b *Bundle) listed(p model.Proc, kind string) bool {
	return b.opt.OmitListed || !b.omitted(p, kind)
}
