package rules

import (
	"regexp"

	"go.yaml.in/yaml/v3"

	"roomline/rules/match"
)

// Begins of the lines in which a server prints its settings. A prompt in a request log may quote such a line, so
// that it counts at the begin of one only: behind its header, if it has one.
const (
	headerText   = `(?m)^(?:\[[^\]\n]*\][: ]*)*(?:[A-Z]+:[ \t]+)?`
	settingsText = headerText + `server_args=ServerArgs\(`
	memoryKey    = "max_total_num_tokens" // heads the line of what was allocated
)

var logLevelText = match.KnownRegexp(settingsText + `[^\n]*\blog_level='(\w+)'`)

// settingRegex matches one setting in either of the lines that show settings.
func settingRegex(key, value string) *match.Regexp {
	memory := memoryKey + `=[^\n]*[ ,]`
	if key == memoryKey {
		memory = ""
	}
	return match.KnownRegexp(headerText + `(?:server_args=ServerArgs\((?:[^\n]*[ ,(])?|` + memory + `)` +
		regexp.QuoteMeta(key) + `=['"]?` + regexp.QuoteMeta(value) + `['"]?(?:[,)]|\s*$)`)
}

// startUpLines hold the settings of a process: the dump of server_args=ServerArgs(key=value, ...), and
// the line that says what was allocated (max_total_num_tokens=N, key=value, ...).
var startUpLines = []string{"server_args=ServerArgs(", "max_total_num_tokens="}

// configSignal recognises a setting among what a process says of itself as it starts.
func (l *loader) configSignal(s *Signal, at, n *yaml.Node) {
	s.Kind = ConfigSignal
	f := l.known(n, "config")
	s.Role = l.role(f["role"].value)
	key, value := l.str(f["key"].value, "key"), l.str(f["value"].value, "value")
	if key == "" || value == "" {
		l.fault(at, "config signal %q needs key and value", s.Name)
		return
	}
	s.Any = startUpLines
	s.Regex = settingRegex(key, value)
}
