//go:build !purego

#include "textflag.h"

// The tables of masks: all[0], all[1], low[0], low[1], high[0], high[1].
#define ALL2 512
#define LOW 1024
#define LOW2 1152
#define HIGH 1280
#define HIGH2 1408

// Room for the candidates of another chunk is left up to here: room - chunk.
#define FULL 192

// ARGS: AX masks, SI text, CX chunks left, DI candidates, R8 how many, DX the place in the text,
// R11 chunks asked for. A call with no chunks does nothing.
#define ARGS \
	MOVQ m+0(FP), AX      \
	MOVQ text+8(FP), SI   \
	MOVQ chunks+16(FP), CX \
	MOVQ at+24(FP), DI    \
	MOVQ CX, R11          \
	XORQ DX, DX           \
	XORQ R8, R8           \
	TESTQ CX, CX

// RESULTS returns how many chunks were done, and how many candidates there are.
#define RESULTS \
	SUBQ CX, R11          \
	MOVQ R11, done+32(FP) \
	MOVQ R8, n+40(FP)     \
	VZEROUPPER            \
	RET

// EMIT writes the places of the bits of R9, of which there is at least one.
#define EMIT(again) \
again:                  \
	TZCNTQ R9, R10      \
	ADDL   DX, R10      \
	MOVL   R10, (DI)(R8*4) \
	INCQ   R8           \
	BLSRQ  R9, R9       \
	JNZ    again

// NEXT goes on to the next chunk, if there is one.
#define NEXT(loop) \
	ADDQ $64, SI \
	ADDQ $64, DX \
	DECQ CX      \
	JNZ  loop

// FOLD makes one table of the halves of one: bytes that lie 64 apart share a place, so that one is looked up
// in a third of the steps. Digits pass for some letters then, which makes few windows less rare.
#define FOLD(from, into) \
	VMOVDQU64 (from)(AX), into \
	VPORQ     (from+64)(AX), into, into

// func scanVBMIBy8(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)
TEXT ·scanVBMIBy8(SB), NOSPLIT, $0-48
	ARGS
	JZ        end
	FOLD(0, Z16)
	FOLD(128, Z17)
	FOLD(256, Z18)
	FOLD(384, Z19)

loop:
	VMOVDQU64  (SI), Z0
	VMOVDQU64  1(SI), Z1
	VMOVDQU64  2(SI), Z2
	VMOVDQU64  3(SI), Z3
	VPERMB     Z16, Z0, Z0
	VPERMB     Z17, Z1, Z1
	VPERMB     Z18, Z2, Z2
	VPERMB     Z19, Z3, Z3
	VPTERNLOGQ $0x80, Z2, Z1, Z0 // all three
	VPTESTMB   Z3, Z0, K1
	KMOVQ      K1, R9
	TESTQ      R9, R9
	JNZ        found

next:
	NEXT(loop)

end:
	RESULTS

found:
	EMIT(emit)
	CMPQ R8, $FULL
	JLE  next
	DECQ CX
	JMP  end

// func scanVBMIBy16(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)
TEXT ·scanVBMIBy16(SB), NOSPLIT, $0-48
	ARGS
	JZ        end
	FOLD(0, Z16)
	FOLD(128, Z17)
	FOLD(256, Z18)
	FOLD(384, Z19)
	FOLD(ALL2+0, Z20)
	FOLD(ALL2+128, Z21)
	FOLD(ALL2+256, Z22)
	FOLD(ALL2+384, Z23)

loop:
	VMOVDQU64  (SI), Z0
	VMOVDQU64  1(SI), Z1
	VMOVDQU64  2(SI), Z2
	VMOVDQU64  3(SI), Z3
	VPERMB     Z20, Z0, Z4
	VPERMB     Z21, Z1, Z5
	VPERMB     Z22, Z2, Z6
	VPERMB     Z23, Z3, Z7
	VPERMB     Z16, Z0, Z0
	VPERMB     Z17, Z1, Z1
	VPERMB     Z18, Z2, Z2
	VPERMB     Z19, Z3, Z3
	VPTERNLOGQ $0x80, Z2, Z1, Z0 // all three
	VPTERNLOGQ $0x80, Z6, Z5, Z4
	VPANDQ     Z3, Z0, Z0
	VPTERNLOGQ $0xf8, Z7, Z4, Z0 // or both
	VPTESTMB   Z0, Z0, K1
	KMOVQ      K1, R9
	TESTQ      R9, R9
	JNZ        found

next:
	NEXT(loop)

end:
	RESULTS

found:
	EMIT(emit)
	CMPQ R8, $FULL
	JLE  next
	DECQ CX
	JMP  end

// NIBBLES takes 32 bytes of text apart: Y0 the low four bits of each, Y1 the high three. Y15 masks
// four bits, Y14 three.
#define NIBBLES(off) \
	VMOVDQU off(SI), Y1   \
	VPAND   Y15, Y1, Y0   \
	VPSRLW  $4, Y1, Y1    \
	VPAND   Y14, Y1, Y1

// LOOKUP leaves in to the buckets that both tables name.
#define LOOKUP(low, high, to) \
	VPSHUFB Y0, low, Y2  \
	VPSHUFB Y1, high, to \
	VPAND   Y2, to, to

// MASK leaves in the register a bit for each byte that is zero; Y12 is zero.
#define MASK(from, to) \
	VPCMPEQB  Y12, from, Y3 \
	VPMOVMSKB Y3, to

#define HALF8(off, to) \
	NIBBLES(off+0)         \
	LOOKUP(Y4, Y8, Y13)    \
	NIBBLES(off+1)         \
	LOOKUP(Y5, Y9, Y3)     \
	VPAND Y3, Y13, Y13     \
	NIBBLES(off+2)         \
	LOOKUP(Y6, Y10, Y3)    \
	VPAND Y3, Y13, Y13     \
	NIBBLES(off+3)         \
	LOOKUP(Y7, Y11, Y3)    \
	VPAND Y3, Y13, Y13     \
	MASK(Y13, to)

// BITS fills Y15, Y14 and Y12 for NIBBLES and MASK.
#define BITS \
	MOVQ         $0x0f0f0f0f0f0f0f0f, R9 \
	MOVQ         R9, X15       \
	VPBROADCASTQ X15, Y15      \
	MOVQ         $0x0707070707070707, R9 \
	MOVQ         R9, X14       \
	VPBROADCASTQ X14, Y14      \
	VPXOR        Y12, Y12, Y12

// JOIN makes of two halves, in R9 and R10, the bits in R9 of a chunk that are not zero.
#define JOIN \
	SHLQ $32, R10 \
	ORQ  R10, R9  \
	XORQ $-1, R9

// func scanAVX2By8(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)
TEXT ·scanAVX2By8(SB), NOSPLIT, $0-48
	ARGS
	JZ      end
	BITS
	VMOVDQU (LOW+0)(AX), Y4
	VMOVDQU (LOW+32)(AX), Y5
	VMOVDQU (LOW+64)(AX), Y6
	VMOVDQU (LOW+96)(AX), Y7
	VMOVDQU (HIGH+0)(AX), Y8
	VMOVDQU (HIGH+32)(AX), Y9
	VMOVDQU (HIGH+64)(AX), Y10
	VMOVDQU (HIGH+96)(AX), Y11

loop:
	HALF8(0, R9)
	HALF8(32, R10)
	JOIN
	JNZ found

next:
	NEXT(loop)

end:
	RESULTS

found:
	EMIT(emit)
	CMPQ R8, $FULL
	JLE  next
	DECQ CX
	JMP  end

// BOTH looks a place up in both sets: the buckets of the first in Y4, of the second in Y5.
#define BOTH(off, place) \
	NIBBLES(off+place)                    \
	VMOVDQU (LOW+place*32)(AX), Y6        \
	VMOVDQU (HIGH+place*32)(AX), Y7       \
	LOOKUP(Y6, Y7, Y4)                    \
	VMOVDQU (LOW2+place*32)(AX), Y8       \
	VMOVDQU (HIGH2+place*32)(AX), Y9      \
	LOOKUP(Y8, Y9, Y5)

#define HALF16(off, to) \
	BOTH(off, 0)         \
	VMOVDQA Y4, Y13      \
	VMOVDQA Y5, Y11      \
	BOTH(off, 1)         \
	VPAND Y4, Y13, Y13   \
	VPAND Y5, Y11, Y11   \
	BOTH(off, 2)         \
	VPAND Y4, Y13, Y13   \
	VPAND Y5, Y11, Y11   \
	BOTH(off, 3)         \
	VPAND Y4, Y13, Y13   \
	VPAND Y5, Y11, Y11   \
	VPOR  Y11, Y13, Y13  \
	MASK(Y13, to)

// func scanAVX2By16(m *masks, text *byte, chunks int, at *[room]uint32) (done, n int)
TEXT ·scanAVX2By16(SB), NOSPLIT, $0-48
	ARGS
	JZ end
	BITS

loop:
	HALF16(0, R9)
	HALF16(32, R10)
	JOIN
	JNZ found

next:
	NEXT(loop)

end:
	RESULTS

found:
	EMIT(emit)
	CMPQ R8, $FULL
	JLE  next
	DECQ CX
	JMP  end
