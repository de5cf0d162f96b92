package timeline

import (
	"encoding/binary"
	"unsafe"
)

// asWritten says whether rows lie in memory as they are written down: low byte first.
var asWritten = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// chunksOf makes the chunks of rows that were written down. All but the last stay where they are, since a
// million of them are a copy of 32 MB, unless this machine would read them otherwise.
func chunksOf(b []byte) []hitChunk {
	const size = chunkRows * rowBytes
	chunks := make([]hitChunk, 0, (len(b)+size-1)/size)
	for len(b) > 0 {
		if next := unsafe.Pointer(&b[0]); asWritten && len(b) >= size && uintptr(next)%unsafe.Alignof(hitRow{}) == 0 {
			chunks = append(chunks, hitChunk{rows: (*[chunkRows]hitRow)(next)})
			b = b[size:]
			continue
		}
		n := min(size, len(b))
		chunks = append(chunks, hitChunk{rows: readRows(b[:n])})
		b = b[n:]
	}
	return chunks
}

// readRows copies the rows of a chunk.
func readRows(b []byte) *[chunkRows]hitRow {
	rows := new([chunkRows]hitRow)
	for i := range len(b) / rowBytes {
		at := b[i*rowBytes:]
		rows[i] = hitRow{where: binary.LittleEndian.Uint64(at), when: binary.LittleEndian.Uint64(at[8:]), text: binary.LittleEndian.Uint64(at[16:]), what: binary.LittleEndian.Uint64(at[24:])}
	}
	return rows
}
