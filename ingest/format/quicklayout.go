package format

import "slices"

const (
	maxSteps  = 256  // of all layouts that are remembered
	maxLayout = 1024 // bytes of a message whose layout is remembered
)

// layouts remember how batch lines are laid out: as a tree of steps, each of which is the text up to
// the next number. What [Gauges] finds in a message follows from these texts, and from where the
// numbers between them end.
type layouts struct {
	want   []string // the fields asked for; nil: all
	fields []string
	places map[string]int32
	steps  []step // the first stands before all messages
}

// step is a piece of text and what follows it.
type step struct {
	words [3]uint64 // its first three, where it has so many
	end   uint64    // its last eight bytes
	text  string
	size  int32
	field int32 // of the number; below 0 it is not asked for
	next  int32 // behind the number; 0 is none
	other int32 // tried where this one does not stand; 0 is none
	kind  stepKind
}

type stepKind uint8

const (
	numberStep    stepKind = iota // a number follows
	iterationStep                 // what follows up to a ']' is different each time
	lastStep                      // the message ends
)

// stands says whether a step is what a message goes on with at i.
func (s *step) stands(m []byte, i int) bool {
	n := int(s.size)
	if len(m)-i < n || s.kind == lastStep && len(m)-i != n {
		return false
	}
	b := m[i : i+n]
	if n < 8 {
		return string(b) == s.text
	}
	wrong := (word64(b) ^ s.words[0]) | (word64(b[n-8:]) ^ s.end)
	if n > 16 {
		wrong |= word64(b[8:]) ^ s.words[1]
	}
	if n > 24 {
		wrong |= word64(b[16:]) ^ s.words[2]
	}
	return wrong == 0 && (n <= 32 || string(b[24:]) == s.text[24:])
}

// forget drops what was remembered of layouts; fields keep their places.
func (l *layouts) forget() {
	clear(l.steps)
	l.steps = l.steps[:0]
}

// learn reads a message whose layout is new, and remembers it.
func (l *layouts) learn(dst []Reading, message []byte) []Reading {
	b := pairsOf(message)
	start, base := pastIteration(b), len(message)-len(b)
	p, ok := nextPair(b, start)
	if !ok {
		return dst
	}
	at, from := l.begin(message), 0
	if start == 1 { // a bracket that nothing closes
		at = -1
	} else if start > 0 {
		at, from = l.add(at, step{text: string(message[:base+2]), kind: iterationStep}), base+start-1
	}
	for ; ok; p, ok = nextPair(b, p.next) {
		if p.size == 0 {
			continue
		}
		field := l.field(p.key)
		if field >= 0 {
			dst = append(dst, Reading{field, p.value})
		}
		at = l.add(at, step{text: string(message[from : base+p.at]), field: field})
		from = base + p.at + p.size
	}
	l.add(at, step{text: string(message[from:]), kind: lastStep})
	return dst
}

// begin gives the step that a message is added to: below 0 if it is not worth it. Where there are too
// many steps, others make room.
func (l *layouts) begin(message []byte) int32 {
	if len(message) > maxLayout {
		return -1
	}
	if len(l.steps) > maxSteps {
		l.forget()
	}
	if len(l.steps) == 0 {
		l.steps = append(l.steps, step{})
	}
	return 0
}

// add finds or adds a step behind another one and gives its place.
func (l *layouts) add(behind int32, s step) int32 {
	if behind < 0 {
		return behind
	}
	last, at := int32(0), l.steps[behind].next
	for ; at != 0; last, at = at, l.steps[at].other {
		if o := &l.steps[at]; o.text == s.text && o.kind == s.kind {
			return at
		}
	}
	s.size, s.end = int32(len(s.text)), wordOf(s.text[max(len(s.text)-8, 0):])
	for k := range s.words {
		s.words[k] = wordOf(s.text[min(8*k, len(s.text)):])
	}
	at = int32(len(l.steps))
	l.steps = append(l.steps, s)
	if last != 0 {
		l.steps[last].other = at
	} else {
		l.steps[behind].next = at
	}
	return at
}

// field is the place of a field; below 0 for one that has no name or is not asked for.
func (l *layouts) field(key []byte) int32 {
	name := fieldName(key)
	if name == "" || l.want != nil && !slices.Contains(l.want, name) {
		return -1
	}
	place, ok := l.places[name]
	if !ok {
		if l.places == nil {
			l.places = map[string]int32{}
		}
		place = int32(len(l.fields))
		l.places[name], l.fields = place, append(l.fields, name)
	}
	return place
}
