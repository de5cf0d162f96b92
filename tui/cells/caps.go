package cells

// Caps says what a terminal can show. The zero value is Unicode with colours on a dark ground.
type Caps struct {
	ASCII   bool // no character above 0x7e: blocks become _.-=+*#@, lines | and -
	NoColor bool // no colours; bold, faint and reverse stay, else the selection is invisible
	Light   bool // the ground is light: hues that would be unreadable there are swapped
}

// folds are the one-cell replacements of the glyphs that the screens draw with. A character that
// is not listed is shown as an escape when only ASCII may be printed.
var folds = map[rune]rune{
	'▁': '_', '▂': '.', '▃': '-', '▄': '=', '▅': '+', '▆': '*', '▇': '#', '█': '@',
	'░': 'b', '▒': 'w', '▓': 't',
	'─': '-', '│': '|', '·': ':', '…': '~', '⋮': ':', '⋯': '~',
	'✗': 'x', '✖': 'x', '▲': '^', '●': '*', '✔': '+', '▼': 'v', '◂': '<', '▸': '>',
	'→': '>', '←': '<', '↑': '^', '↓': 'v', '–': '-', '—': '-', '≥': '>', '×': 'x', '±': '~', 'µ': 'u', 'Δ': 'd',
	'‖': '"',
}

// fold gives the ASCII stand-in of a glyph.
func fold(r rune) (rune, bool) {
	if r < 0x7f {
		return r, true
	}
	f, ok := folds[r]
	return f, ok
}
