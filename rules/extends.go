package rules

import (
	"maps"
	"slices"

	"roomline/timeline"
)

// extends says whether an incident goes on from another one: the same sources, streams, targets and
// processes with the same lives and holes, the same marks and doubts. Then only hits, the ends of
// what was covered, and scrapes can differ; else all is judged anew.
func extends(old, inc *timeline.Incident) bool {
	return old.Schema == inc.Schema && !old.Packed() && !inc.Packed() && sameLifecycle(old.Lifecycle, inc.Lifecycle) && len(old.Hits) == len(inc.Hits) &&
		old.Window.Lo == inc.Window.Lo && maps.Equal(old.Marks, inc.Marks) && slices.Equal(old.Zones, inc.Zones) &&
		old.MarksClock() == inc.MarksClock() &&
		slices.EqualFunc(old.Sources, inc.Sources, sameSource) &&
		slices.EqualFunc(old.Processes, inc.Processes, sameProcess) &&
		equalAll(old.Streams, inc.Streams, sameStream) && equalAll(old.Targets, inc.Targets, sameTarget)
}

// sameLifecycle: of several engines it is put together anew for each incident.
func sameLifecycle(a, b *timeline.Lifecycle) bool {
	return a == b || a != nil && b != nil && slices.Equal(a.States, b.States) && slices.Equal(a.Final, b.Final)
}

// equalAll compares large elements where they stand.
func equalAll[T any](a, b []T, same func(a, b *T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

func sameSource(a, b timeline.Source) bool { return a.Path == b.Path && a.Kind == b.Kind }

func sameProcess(a, b timeline.Process) bool {
	return a.Role == b.Role && a.Instance == b.Instance && a.Group == b.Group && a.Clock == b.Clock && a.Lifecycle == b.Lifecycle && slices.Equal(a.Streams, b.Streams) &&
		slices.Equal(a.Targets, b.Targets) && slices.Equal(a.Starts, b.Starts) && slices.Equal(a.Exits, b.Exits) && slices.Equal(a.Lives, b.Lives)
}

func sameStream(a, b *timeline.Stream) bool {
	return a.Name == b.Name && a.Role == b.Role && a.Instance == b.Instance && a.Group == b.Group && a.Life == b.Life && a.Missing == b.Missing &&
		a.Stamped == b.Stamped && a.Opening == b.Opening && a.Begin == b.Begin && a.End <= b.End && a.Slack == b.Slack && a.Back == b.Back && a.Process == b.Process && a.Clock == b.Clock &&
		a.ExcerptOf == b.ExcerptOf && slices.Equal(a.Holes, b.Holes) && sameBeats(a.Beats, b.Beats)
}

// lastBeats may still change while lines of their second come in.
const lastBeats = 4

func sameBeats(a, b []timeline.Beat) bool {
	n := len(a) - lastBeats
	return n <= 0 || len(b) >= n && (&a[0] == &b[0] || slices.Equal(a[:n], b[:n]))
}

func sameTarget(a, b *timeline.Target) bool {
	return a.Role == b.Role && a.Instance == b.Instance && a.Group == b.Group && a.Source == b.Source && a.Interval == b.Interval && a.Missing == b.Missing &&
		a.Logged == b.Logged && a.Stream == b.Stream && a.Process == b.Process && a.Clock == b.Clock
}

// moved says whether records were added to a stream, or its coverage goes on.
func moved(a, b *timeline.Stream) bool {
	n := max(0, len(a.Beats)-lastBeats)
	return a.End != b.End || len(a.Beats) != len(b.Beats) || !slices.Equal(a.Beats[n:], b.Beats[n:])
}

// scrapedOn says whether a target has other scrapes, or others of its values are known.
func scrapedOn(a, b *timeline.Target) bool {
	return len(a.Scrapes) != len(b.Scrapes) || len(a.Series) != len(b.Series) || !equalAll(a.Scrapes, b.Scrapes, sameScrape) || !equalAll(a.Series, b.Series, sameSeries)
}

func sameScrape(a, b *timeline.Scrape) bool { return a == b || a.At == b.At && a.OK == b.OK }

func sameSeries(a, b *timeline.Series) bool {
	if a.Name != b.Name || a.Created != b.Created || a.Type != b.Type || len(a.Values) != len(b.Values) || !slices.Equal(a.Labels, b.Labels) {
		return false
	}
	if len(a.Values) == 0 || &a.Values[0] == &b.Values[0] {
		return true
	}
	return slices.EqualFunc(a.Values, b.Values, func(x, y float64) bool {
		return x == y || x != x && y != y && timeline.IsAbsent(x) == timeline.IsAbsent(y)
	})
}
