package cre

import "time"

// place is where something stands in a CRE file; lines and columns count from 1.
type place struct {
	file      string
	line, col int
}

// source is one rule as its author wrote it.
type source struct {
	at                         place
	id, title                  string
	severity                   string // critical, high, warning, info
	description, cause, impact string
	mitigation, author         string
	tags, references, apps     []string
	metaID, generation         string
	scores                     string // impact and mitigation, for the comment
	node                       *node
}

// node is a set or a sequence. Of a nested one the terms name their sources themselves.
type node struct {
	at            place
	sequence      bool
	source        string
	nested        bool
	window        time.Duration
	hasWindow     bool
	correlations  []string
	terms, negate []term
}

// term is one condition: a line that holds a text, a regular expression, fields of JSON.
type term struct {
	at               place
	value, regex, jq string
	field            string
	count            int
	extracts         []extract
	source           string // of a nested one
	window, slide    time.Duration
	anchor           int
	absolute         bool
}

// extract is a name for a part of the line, by which terms are correlated.
type extract struct {
	at              place
	name, regex, jq string
}

// text is what a term looks for, as the notes show it.
func (t *term) text() string {
	for _, s := range []string{t.value, t.regex, t.jq} {
		if s != "" {
			return s
		}
	}
	return ""
}

// same says whether two terms of a set are one, asked for twice.
func (t *term) same(o *term) bool {
	return t.value == o.value && t.regex == o.regex && t.jq == o.jq && t.field == o.field && t.source == o.source
}
