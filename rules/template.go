package rules

import "strings"

// piece is a part of a text with captures in it: as it is written, and the name that it asks for, "" for
// none.
type piece struct{ text, name string }

// fill puts captures into ${name} and $name; what is not known stays as it is written. A title is
// filled in for every finding, so how a text is cut is remembered.
func (f *facts) fill(text string, value func(string) (string, bool)) string {
	if !strings.Contains(text, "$") {
		return text
	}
	pieces, ok := f.templates[text]
	if !ok {
		pieces = cut(text)
		f.templates[text] = pieces
	}
	return join(pieces, value)
}

func join(pieces []piece, value func(string) (string, bool)) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.name != "" {
			if v, ok := value(p.name); ok {
				b.WriteString(v)
				continue
			}
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// cut finds $, perhaps {, word, perhaps }.
func cut(text string) []piece {
	var out []piece
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			return append(out, piece{text: text})
		}
		begin := i + 1
		if begin < len(text) && text[begin] == '{' {
			begin++
		}
		end := begin
		for end < len(text) && isWord(text[end]) {
			end++
		}
		if end == begin {
			out, text = append(out, piece{text: text[:begin]}), text[begin:]
			continue
		}
		name := text[begin:end]
		if end < len(text) && text[end] == '}' {
			end++
		}
		out, text = append(out, piece{text: text[:i]}, piece{text: text[i:end], name: name}), text[end:]
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
