package rules

import (
	"strings"
	"time"

	"roomline/timeline"
)

// fetchLog is what fetches a part of a log: by what it was wrapped in, from where it was taken.
func fetchLog(inc *timeline.Incident, m Missing) string {
	wrapper, base, unit := logOf(inc, m.Source)
	into := " > " + fileOf(base) + partName(m)
	switch {
	case strings.Contains(wrapper, "loki"):
		return "logcli query" + between(m, " --from=", " --to=") + " --limit=0 --forward -o jsonl 'QUERY'" + into
	case strings.Contains(wrapper, "docker"):
		return "docker logs --timestamps" + between(m, " --since ", " --until ") + " CONTAINER" + into + " 2>&1" // its file names stdout and stderr
	case strings.Contains(wrapper, "compose"):
		unit, _, _ = strings.Cut(unit, "/")
		return "docker logs --timestamps" + between(m, " --since ", " --until ") + " " + orPlace(unit, "CONTAINER") + into + " 2>&1"
	case strings.Contains(wrapper, "kubectl"), strings.Contains(wrapper, "cri"), strings.Contains(wrapper, "stern"):
		m.Until = timeline.NoTime // kubectl knows no end
		return "kubectl logs --timestamps" + between(m, " --since-time=", "") + " " + podOf(wrapper, unit) + into
	}
	if strings.Contains(wrapper, "journal") {
		unit, _, _ = strings.Cut(unit, "/") // behind it stands what the program inside labels its lines with
	} else {
		unit = "" // what srun or ray labels is no unit of systemd
	}
	return "journalctl -u " + orPlace(unit, "UNIT") + since(m) + " -o short-iso" + into
}

// partName ends the name of the file that a part is fetched into, each into one of its own.
func partName(m Missing) string {
	switch m.Reason {
	case SourceStartsLate:
		return "-earlier.log"
	case SourceEnded:
		return "-later.log"
	}
	if m.After.Known() {
		return "-gap-" + m.After.Std().UTC().Format("150405") + ".log"
	}
	return "-gap.log"
}

// logOf is what is known of a log that is named by its path or its process: its wrapper, its process, and which
// of several units of a file it is.
func logOf(inc *timeline.Incident, name string) (wrapper, base, unit string) {
	for i := range inc.Sources {
		if inc.Sources[i].Path == name {
			wrapper = inc.Sources[i].Wrapper
		}
	}
	if at := strings.LastIndexByte(name, '#'); at >= 0 {
		unit = name[at+1:]
	}
	for i := range inc.Streams {
		if s := &inc.Streams[i]; s.Name == name {
			return wrapper, s.Base(), unit
		}
	}
	return wrapper, name, unit
}

// orPlace is a unit as a word of a command, or what stands for it: also where the name that a log gave would be taken
// for an option.
func orPlace(unit, word string) string {
	if unit == "" || unit[0] == '-' {
		return word
	}
	return ShellWord(unit)
}

// podOf is the pod and its container, where a log names both. A container runtime's file names stdout and stderr,
// and what the program inside labels its lines with is no pod either.
func podOf(wrapper, unit string) string {
	parts := strings.Split(unit, "/")
	if len(parts) < 2 || strings.Contains(wrapper, "cri") {
		return "POD"
	}
	return orPlace(parts[0], "POD") + " -c " + orPlace(parts[1], "CONTAINER")
}

// between are two options with the ends of a span as RFC 3339, whole seconds round it.
func between(m Missing, since, until string) string {
	out := ""
	if m.After.Known() {
		out += since + m.After.Std().UTC().Format(time.RFC3339)
	}
	if m.Until.Known() && until != "" {
		out += until + m.Until.Std().UTC().Add(time.Second).Format(time.RFC3339)
	}
	return out
}

func since(m Missing) string {
	out := ""
	if m.After.Known() {
		out += " --since '" + clockText(m.After) + "'"
	}
	if m.Until.Known() {
		out += " --until '" + clockText(m.Until.Add(time.Second)) + "'"
	}
	return out
}

// fileOf is a file's name made of a process's or a path's: letters, digits, dots and dashes.
func fileOf(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name[strings.LastIndexByte(name, '/')+1:])
	if name = strings.Trim(name, "-."); name == "" {
		return "more"
	}
	return name
}

// ShellWord writes a word so that a shell takes it as it is.
func ShellWord(s string) string {
	plain := s != ""
	for _, r := range s {
		plain = plain && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("_@%+=:,./-", r))
	}
	if plain && s[0] != '=' {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// comment is a text that stands behind # in a command: it must not end the line, nor run anything where a shell
// that takes no comments when it is typed into (zsh) reads it.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == '$' || r == '`' {
			return '?'
		}
		return r
	}, s)
}
