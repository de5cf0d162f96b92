package teddy

import (
	"cmp"
	"slices"
)

// place is where a needle is looked for: how deep in it its window lies, and the window's bucket.
type place struct{ depth, bucket int }

// choices is how many windows of a needle are weighed: the rarest.
const choices = 6

// sweeps is how often each needle may move to a better place.
const sweeps = 3

// plan chooses windows and buckets so that few candidates are to be expected. A bucket lets pass
// whatever has at each place a byte of some window of it, so that windows which have bytes in common
// belong together, and those of frequent bytes apart. The same needles and rates give the same plan.
func plan(needles [][]byte, r *Rates, k kernel) []place {
	p := newPlanner(r, k)
	places := make([]place, len(needles))
	options := make([][]option, len(needles))
	for i, n := range needles {
		options[i] = optionsOf(n, r)
	}
	for sweep := range sweeps {
		for i, n := range needles {
			if sweep > 0 {
				p.take(places[i], n)
			}
			places[i] = p.best(n, options[i])
			p.put(places[i], n)
		}
	}
	return places
}

// option is a window of a needle, by its depth.
type option struct {
	depth int
	rate  float64 // of the window itself
}

func optionsOf(needle []byte, r *Rates) []option {
	out := make([]option, 0, len(needle))
	for i := 0; i+Window <= len(needle); i++ {
		out = append(out, option{i, r.Window(needle[i : i+Window])})
	}
	slices.SortStableFunc(out, func(a, b option) int { return cmp.Compare(a.rate, b.rate) })
	return out[:min(len(out), choices)]
}
