package rules

import (
	"reflect"
	"testing"

	"roomline/timeline"
)

// TestPrintTellsHits: what makes another hit of one makes another print of it, so that a count is not taken to be what
// it was. All hits of a count are of one signal, and the hash stands for what the text of a record says.
func TestPrintTellsHits(t *testing.T) {
	byText := map[string]bool{"Signal": true, "Tuple": true, "Caps": true, "Rank": true, "Lines": true}
	told := 0
	var change func(v reflect.Value, name string, h *timeline.Hit)
	change = func(v reflect.Value, name string, h *timeline.Hit) {
		was, before := *h, printOf(h)
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); !byText[f.Name] {
					change(v.Field(i), name+"."+f.Name, h)
				}
			}
			return
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Uint32, reflect.Uint64, reflect.Uint16:
			v.SetUint(v.Uint() + 1)
		default:
			v.SetInt(v.Int() + 1)
		}
		if sameHit(&was, h) {
			t.Errorf("sameHit does not know %s", name)
		}
		if printOf(h) == before {
			t.Errorf("printOf does not know %s", name)
		}
		told++
		*h = was
	}
	h := timeline.Hit{Stream: 2, Pos: 7, N: 1, Life: 1, Latest: 1, Stamped: true, Sure: true}
	change(reflect.ValueOf(&h).Elem(), "Hit", &h)
	if told < 15 {
		t.Errorf("only %d fields were changed", told)
	}
}
