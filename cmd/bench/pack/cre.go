package pack

import (
	"fmt"
	"regexp"
	"strings"
)

// Publicly there are 361 rules of the Common Reliability Enumerations, most of them one text: [CRE] writes as many.
const CRERules = 361

// CRE writes n rules in the form of the Common Reliability Enumerations, one literal of [Many] each. Of ten rules
// six are that text alone, one a sequence of two texts, one the same with a negate between them, one a text that
// another one within some seconds takes back, one a count.
func CRE(n int) string {
	texts := Many(n)
	for i := range texts {
		texts[i] = unquoteMeta(texts[i])
	}
	var b strings.Builder
	b.WriteString("rules:\n")
	for i, text := range texts {
		fmt.Fprintf(&b, creHead, i, i%5, i, i)
		next, other := texts[(i+1)%n], texts[(i*7+5)%n]
		switch i % 10 {
		case 3:
			fmt.Fprintf(&b, "      sequence:\n        event: {source: cre.log.sglang}\n        window: 30s\n        order: [%s, %s]\n", quote(text), quote(next))
		case 5:
			fmt.Fprintf(&b, "      sequence:\n        event: {source: cre.log.sglang}\n        window: 30s\n        order: [%s, %s]\n        negate:\n          - %s\n",
				quote(text), quote(next), quote(other))
		case 7:
			fmt.Fprintf(&b, "      set:\n        event: {source: cre.log.sglang}\n        match: [%s]\n        negate:\n          - {value: %s, anchor: 0, slide: -5s, window: 15s, absolute: true}\n",
				quote(text), quote(other))
		case 9:
			fmt.Fprintf(&b, "      set:\n        event: {source: cre.log.sglang}\n        window: 10s\n        match:\n          - {value: %s, count: 3}\n", quote(text))
		default:
			fmt.Fprintf(&b, "      set:\n        event: {source: cre.log.sglang}\n        match: [%s]\n", quote(text))
		}
	}
	return b.String()
}

const creHead = `  - cre:
      id: BENCH-2031-%04d
      severity: %d
      title: Pattern %d of the bench
      category: bench
      tags: [bench, sglang]
      description: |
        One of the texts with which failures are told, or made of their words.
      mitigation: |
        - look at the log
    metadata: {kind: own, id: bench%d, gen: 1}
    rule:
`

// unquoteMeta takes back what regexp.QuoteMeta did.
func unquoteMeta(s string) string { return backslash.ReplaceAllString(s, "$1") }

var backslash = regexp.MustCompile(`\\(.)`)
