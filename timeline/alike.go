package timeline

// Alike describes records that are one line each and alike: a header in brackets, in which nothing
// stands but digits, capitals, blanks and "-:.,_", a blank, then Form, in which each 0 stands for some
// run of digits. Of one such run some more may be known.
type Alike struct {
	Form  []byte  // without other digits
	Run   int     // of this run, from 0, is known what follows; -1: of none
	First byte    // its first digit
	Alone bool    // that it has no other, else that it has
	IDs   []int32 // of the needles that stand in each of these records
}
