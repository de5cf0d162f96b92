package ingest

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones must be known where the machine has none

	"go.yaml.in/yaml/v3"

	"roomline/timeline"
)

// ManifestName is the file of a bundle that names what cannot be guessed.
const ManifestName = "roomline.yaml"

// manifest is a roomline.yaml (docs/cli.md, "roomline.yaml").
type manifest struct {
	shown      string
	sources    []manifestSource
	capturedAt timeline.Time
	marks      map[string]timeline.Time
}

type manifestSource struct {
	path                  string // cleaned, with slashes, below the manifest's folder
	role, instance, group string
	zone                  string
	loc                   *time.Location
	shift                 time.Duration
	bytes                 int64 // -1: not told
	capturedAt            timeline.Time
	kind                  string
	interval              time.Duration
	life                  int
	line                  int
	used                  bool
}

// ManifestError lists every fault of a manifest, each with file:line:col.
type ManifestError struct{ Faults []string }

// Error lists them, one after the other.
func (e *ManifestError) Error() string { return strings.Join(e.Faults, "\n") }

// manifestReader collects faults while it reads.
type manifestReader struct {
	shown  string
	lines  []string
	faults []string
}

// yamlLine is where the parser says that a text is no YAML.
var yamlLine = regexp.MustCompile(`line (\d+)`)

// parseManifest reads a manifest strictly: an unknown key or a bad value is a fault.
func parseManifest(shown string, text []byte) (*manifest, error) {
	r := &manifestReader{shown: shown, lines: strings.Split(string(text), "\n")}
	m := &manifest{shown: shown, capturedAt: timeline.NoTime, marks: map[string]timeline.Time{}}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		at := &yaml.Node{Line: 1, Column: 1}
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
			at.Line, _ = strconv.Atoi(m[1])
		}
		r.fault(at, "not YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		return nil, &ManifestError{r.faults}
	}
	if len(doc.Content) > 0 {
		r.root(m, doc.Content[0])
	}
	if len(r.faults) > 0 {
		return nil, &ManifestError{r.faults}
	}
	return m, nil
}

func (r *manifestReader) fault(n *yaml.Node, format string, args ...any) {
	line := ""
	if n.Line >= 1 && n.Line <= len(r.lines) {
		line = r.lines[n.Line-1]
	}
	r.faults = append(r.faults, fmt.Sprintf("%s:%d:%d: %s\n    %s\n    %s^", r.shown, n.Line, n.Column, fmt.Sprintf(format, args...), line, strings.Repeat(" ", max(n.Column-1, 0))))
}

// each calls f for every key of a mapping; a key that stands twice is a fault.
func (r *manifestReader) each(n *yaml.Node, what string, f func(key string, k, v *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			r.fault(n, "%s must be a mapping", what)
		}
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if seen[k.Value] {
			r.fault(k, "%q stands twice in %s", k.Value, what)
		}
		seen[k.Value] = true
		f(k.Value, k, n.Content[i+1])
	}
}

var (
	rootKeys   = []string{"version", "sources", "captured_at", "marks"}
	sourceKeys = []string{"path", "role", "instance", "group", "zone", "shift", "bytes", "captured_at", "kind", "interval", "life"}
)

func (r *manifestReader) root(m *manifest, n *yaml.Node) {
	r.each(n, "the manifest", func(key string, k, v *yaml.Node) {
		switch key {
		case "version":
			if v.Value != "1" {
				r.fault(v, "version %q is not known; this release reads version 1", v.Value)
			}
		case "captured_at":
			m.capturedAt = r.time(v)
		case "marks":
			r.each(v, "marks", func(name string, _, at *yaml.Node) { m.marks[name] = r.time(at) })
		case "sources":
			if v.Kind != yaml.SequenceNode && v.Tag != "!!null" {
				r.fault(v, "sources must be a list")
				return
			}
			for _, s := range v.Content {
				m.sources = append(m.sources, r.source(s))
			}
		default:
			r.unknown(k, "the manifest", rootKeys)
		}
	})
}

func (r *manifestReader) source(n *yaml.Node) manifestSource {
	s := manifestSource{bytes: -1, capturedAt: timeline.NoTime, line: n.Line}
	r.each(n, "a source", func(key string, k, v *yaml.Node) {
		switch key {
		case "path":
			s.path = r.path(v)
		case "role":
			s.role = r.oneOf(v, "role", "prefill", "decode", "router", "client", "unknown")
		case "instance":
			s.instance = v.Value
		case "group":
			s.group = v.Value
		case "kind":
			s.kind = r.oneOf(v, "kind", "log", "scrapes", "mixed")
		case "zone":
			s.zone, s.loc = r.zone(v)
		case "shift":
			s.shift = r.duration(v)
		case "interval":
			s.interval = r.duration(v)
		case "bytes":
			s.bytes = int64(r.number(v))
		case "life":
			s.life = r.number(v)
		case "captured_at":
			s.capturedAt = r.time(v)
		default:
			r.unknown(k, "a source", sourceKeys)
		}
	})
	if s.path == "" && n.Kind == yaml.MappingNode {
		r.fault(n, "a source needs a path")
	}
	return s
}

func (r *manifestReader) path(v *yaml.Node) string {
	p, err := entryName(v.Value)
	if err != nil || v.Value == "" {
		r.fault(v, "path %q must lie below the folder of the manifest", v.Value)
		return v.Value
	}
	return p
}

func (r *manifestReader) oneOf(v *yaml.Node, what string, allowed ...string) string {
	for _, a := range allowed {
		if v.Value == a {
			return a
		}
	}
	r.fault(v, "%s %q is none of %s", what, v.Value, strings.Join(allowed, ", "))
	return ""
}

func (r *manifestReader) unknown(k *yaml.Node, what string, allowed []string) {
	hint := ""
	if near := nearest(k.Value, allowed); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	r.fault(k, "unknown key %q in %s%s", k.Value, what, hint)
}

func (r *manifestReader) zone(v *yaml.Node) (string, *time.Location) {
	loc, err := parseZone(v.Value)
	if err != nil {
		r.fault(v, "%v", err)
	}
	return v.Value, loc
}

func (r *manifestReader) number(v *yaml.Node) int {
	n, err := strconv.Atoi(v.Value)
	if err != nil || n < 0 {
		r.fault(v, "%q is no whole number", v.Value)
	}
	return n
}

func (r *manifestReader) duration(v *yaml.Node) time.Duration {
	d, err := parseDuration(v.Value)
	if err != nil {
		r.fault(v, "%q is no duration such as 5s, 1m30s or -2h", v.Value)
	}
	return d
}

func (r *manifestReader) time(v *yaml.Node) timeline.Time {
	t, err := time.Parse(time.RFC3339Nano, v.Value)
	if err != nil {
		r.fault(v, "%q is no time such as 2026-11-28T14:21:03Z", v.Value)
		return timeline.NoTime
	}
	return timeline.FromStd(t)
}

// find is the entry of a path below the manifest's folder: its own, or that of a folder above it.
func (m *manifest) find(rel string) *manifestSource {
	if m == nil {
		return nil
	}
	for at := rel; at != "." && at != "/"; at = path.Dir(at) {
		for i := range m.sources {
			if m.sources[i].path == at {
				return &m.sources[i]
			}
		}
	}
	return nil
}
