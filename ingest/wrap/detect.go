package wrap

import "bytes"

// envelope is one kind of envelope: how to recognise it in a sample, and its wrapper.
type envelope struct {
	name string
	peel peel              // of one line; nil for an envelope that is no matter of single lines
	is   func([]byte) bool // of the sample as one text, for those
	make func() Wrapper    // nil: a plain one of peel
	tail bool              // every line of it has the envelope: one without is the rest of a broken line
}

// envelopes are tried in this order: the more special first.
var envelopes = []envelope{
	{name: "loki", is: isLoki, make: newLoki},
	{name: "journald-export", is: isExport, make: newExport},
	{name: "journald-json", peel: peelJournalJSON, make: newJournalJSON},
	{name: "loki", peel: peelLogcliJSON},
	{name: "docker", peel: peelDocker},
	{name: "cri", peel: peelCRI, tail: true},
	{name: "loki", peel: peelLogcli},
	{name: "kubectl", peel: peelKubectl, tail: true},
	{name: "export", peel: peelIssueExport},
	{name: "syslog", peel: peelSyslog},
	{name: "journald", peel: peelJournal, make: newJournal},
	{name: "kubectl", peel: peelPodPrefix},
	{name: "compose", peel: peelCompose},
	{name: "srun", peel: peelSrun},
	{name: "ray", peel: peelRay},
	{name: "stern", peel: peelStern},
	{name: "paste", peel: peelPaste},
}

// maxDepth bounds how many envelopes round one another are looked for.
const maxDepth = 3

// Detect recognises the envelopes of a file from a sample of its lines, also one inside another. It
// never is nil: without an envelope the wrapper's name is "" and it gives the lines back as they are.
func Detect(sample [][]byte) Wrapper {
	e := find(sample)
	if e == nil {
		return &single{}
	}
	make, _ := nest(e, sample, 1)
	return make()
}

// nest gives how to make the wrapper of an envelope and of those inside it, and its name.
func nest(e *envelope, sample [][]byte, depth int) (func() Wrapper, string) {
	if depth == maxDepth {
		return e.wrapper, e.name
	}
	inner := inside(e.wrapper(), sample)
	in := find(inner)
	if in == nil || in.is != nil {
		return e.wrapper, e.name
	}
	make, name := nest(in, inner, depth+1)
	name = join(e.name, name)
	return func() Wrapper { return &chain{outer: e.wrapper(), make: make, name: name} }, name
}

// inside is the sample without its outer envelope.
func inside(w Wrapper, sample [][]byte) [][]byte {
	var out [][]byte
	keep := func(e Entry) {
		if !e.Frame && !e.Hole {
			out = append(out, bytes.Clone(e.Text))
		}
	}
	for i, line := range sample {
		w.Feed(line, 0, int64(i+1), keep)
	}
	w.Flush(keep)
	return out
}

// join puts the names of two envelopes together; kubectl has two options that each make one.
func join(outer, inner string) string {
	if outer == inner {
		return outer
	}
	return outer + "+" + inner
}

// find is the envelope that a sample has, or nil.
func find(sample [][]byte) *envelope {
	text := bytes.Join(sample[:min(len(sample), 64)], []byte("\n"))
	for i := range envelopes {
		e := &envelopes[i]
		if e.is != nil && e.is(text) || e.peel != nil && share(e, sample) {
			return e
		}
	}
	return nil
}

// share says whether enough of the lines have an envelope: three in five, blank ones and the marks of
// a journal aside. Of a paste all of them must; what stern puts before a line are two plain words, so
// they must come again.
func share(e *envelope, sample [][]byte) bool {
	total, hits, streams := 0, 0, map[string]bool{}
	var out Entry // one for all lines, since it lies on the heap
	for _, line := range sample {
		if len(bytes.TrimSpace(line)) == 0 || bytes.HasPrefix(line, []byte("-- ")) {
			continue
		}
		total++
		out = Entry{}
		if e.peel(line, &out) {
			hits++
			streams[out.Stream] = true
		}
	}
	switch e.name {
	case "paste":
		return total > 0 && hits == total && pasted(sample)
	case "stern":
		return hits > 0 && hits*5 >= total*3 && len(streams) <= max(2, hits/4)
	}
	return hits > 0 && hits*5 >= total*3
}

// wrapper makes the wrapper of an envelope.
func (e *envelope) wrapper() Wrapper {
	if e.make != nil {
		return e.make()
	}
	return &single{name: e.name, peel: e.peel, tail: e.tail}
}
