package timeline

import "testing"

// BenchmarkBuild: a hundred thousand rooms of ten records, the hits packed as a scan leaves them.
func BenchmarkBuild(b *testing.B) {
	facts, schema := roomFacts(100_000, 10), deferredSchema()
	b.SetBytes(int64(facts.Streams[0].Log.Len()) * 250) // of log that this stands for
	b.ReportAllocs()
	for b.Loop() {
		Build(facts.again(), schema)
	}
}

// BenchmarkRoom: one room is replayed with its lines, as for each that is looked at.
func BenchmarkRoom(b *testing.B) {
	inc := Build(roomFacts(100_000, 10), deferredSchema())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		inc.Rooms.At(i % inc.Rooms.Len())
	}
}
