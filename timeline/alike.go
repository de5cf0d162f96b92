package timeline

// Alike describes records that are one line each and alike: a header in brackets, in which nothing
// stands but digits, capitals, blanks and "-:.,_", a blank, then Form, in which each 0 stands for a run
// of digits.
type Alike struct {
	Form   []byte   // without other digits
	Digits []Digits // what is known of each run; nothing of those behind
	IDs    []int32  // of the needles that stand in each of these records
	Rank   []byte   // what stands before the bracket that ends their headers, if it is the same
}

// Digits says what a run of digits may be: bit d that it begins with d, and the two below.
type Digits uint16

// What a run of digits may be, beside its first one.
const (
	OneDigit   Digits = 1 << 10 // it has no other digit
	MoreDigits Digits = 1 << 11 // it has
	AnyDigits  Digits = 1<<12 - 1

	NoLeadingZero Digits = 0x3fe // it begins with 1 to 9
	NoLeadingNine Digits = 0x1ff // it begins with 0 to 8
)

// DigitsOf says it of the run that a text begins with, and how long that is.
func DigitsOf(text []byte) (d Digits, length int) {
	if length = digitsEnd(text, 0); length == 0 {
		return 0, 0
	}
	d = 1<<(text[0]-'0') | OneDigit
	if length > 1 {
		d ^= OneDigit | MoreDigits
	}
	return d, length
}
