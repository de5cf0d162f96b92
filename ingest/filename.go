package ingest

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// fileName is what the name of a log tells.
type fileName struct {
	family   string // without what rotation added
	number   int    // x.log.3; 0 is the newest
	numbered bool
	date     string // x.log-20260512; "" is the newest
	pod      string // of a path as under /var/log/pods
	life     int    // restart number + 1
	previous bool   // kubectl logs --previous
}

var (
	packedExt   = regexp.MustCompile(`\.(gz|zst|bz2|xz)$`)
	numberedLog = regexp.MustCompile(`^(.*\D)\.(\d{1,4})$`)
	datedLog    = regexp.MustCompile(`^(.*?)[._-](\d{4}-?\d\d-?\d\d(?:[T_.-]?\d\d[:_-]?\d\d(?:[:_-]?\d\d)?)?)(\.log|\.txt|\.out|\.err)?$`)
	podLog      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|/)[^/_]+_([^/_]+)_[0-9a-f-]{32,36}/([^/]+)/(\d+)\.log(?:\.([0-9-]+))?$`)
	})
	nodeLog     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|/)([^/_]+)_[^/_]+_([^/]+)-[0-9a-f]{64}\.log$`) })
	previousLog = regexp.MustCompile(`(?i)[._-](previous|prev)\b`)
)

func parseName(shown string) fileName {
	shown = strings.ReplaceAll(shown, `\`, "/")
	at := packedExt.ReplaceAllString(shown, "")
	if strings.Contains(at, "_") { // as all names that Kubernetes gives
		if m := podLog().FindStringSubmatch(at); m != nil {
			restarts, _ := strconv.Atoi(m[3])
			return fileName{family: path.Dir(at) + "/" + m[3] + ".log", date: m[4], pod: m[1], life: restarts + 1}
		}
		if m := nodeLog().FindStringSubmatch(at); m != nil {
			return fileName{family: at, pod: m[1]}
		}
	}
	n := fileName{family: at}
	if m := numberedLog.FindStringSubmatch(at); m != nil {
		n.family, n.numbered = m[1], true
		n.number, _ = strconv.Atoi(m[2])
	}
	dir, base := path.Split(n.family)
	if m := datedLog.FindStringSubmatch(base); m != nil && m[1] != "" {
		n.family, n.date = dir+m[1]+m[3], m[2]
	}
	n.previous = previousLog.MatchString(base)
	return n
}

// older orders the files of one family, oldest first.
func (n fileName) older(o fileName) bool {
	if n.date != o.date {
		return n.date != "" && (o.date == "" || n.date < o.date)
	}
	return n.number > o.number
}

var (
	roleWords = map[string]string{"prefill": "prefill", "prefiller": "prefill", "decode": "decode", "decoder": "decode",
		"router": "router", "gateway": "router", "smg": "router", "lb": "router", "loadbalancer": "router", "proxy": "router", "frontend": "router",
		"client": "client", "loadgen": "client", "bench": "client"}
	plainWords = map[string]bool{"sglang": true, "sgl": true, "server": true, "log": true, "logs": true, "pd": true, "metrics": true, "metric": true,
		"stdout": true, "stderr": true, "out": true, "err": true, "previous": true, "prev": true, "current": true, "service": true, "scrape": true, "scrapes": true, "output": true}
	wordSplit = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	logExt    = regexp.MustCompile(`\.(log|txt|out|err|json|jsonl|ndjson|prom|metrics|service)$`)
)

// nameParts reads a role and an instance out of a name: prefill-gpu3.log is prefill, gpu3.
func nameParts(name string) (role, instance string) {
	var rest []string
	for _, w := range wordSplit.Split(logExt.ReplaceAllString(name, ""), -1) {
		low := strings.ToLower(w)
		switch {
		case w == "":
		case roleWords[low] != "":
			if role == "" {
				role = roleWords[low]
			}
		case wordRole(low) != "":
			r, n := splitWord(low)
			if role == "" {
				role = r
			}
			rest = append(rest, n)
		case !plainWords[low]:
			rest = append(rest, w)
		}
	}
	return role, strings.Join(rest, "-")
}

func wordRole(w string) string { r, _ := splitWord(w); return r }

// splitWord reads prefill0 and decode12.
func splitWord(w string) (role, number string) {
	i := len(w)
	for i > 0 && w[i-1]-'0' < 10 {
		i--
	}
	if i == len(w) || i < 5 {
		return "", ""
	}
	return roleWords[w[:i]], w[i:]
}
