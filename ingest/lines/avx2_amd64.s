//go:build !purego

#include "scan_amd64.h"

// Y8, Y9, Y10 hold '\n', '[' and '-'; Y11 dirt; Y12 the least bytes but '\n' so far; Y13 what a
// dirty byte is below.

// HALF scans 32 bytes: ends gets a bit for each '\n', front 0xff for each byte that stands in front
// of an odd '['. To ask the byte in front, and not the '[' itself, saves a search for '\n' one byte
// to the left.
#define HALF(off, front, ends) \
	VMOVDQU   off(SI), Y0 \
	VPCMPEQB  Y0, Y8, Y1 \
	VPMOVMSKB Y1, ends \
	VPCMPEQB  (off+1)(SI), Y9, Y2 \
	VPCMPEQB  (off+6)(SI), Y10, Y3 \
	VPAND     Y2, Y3, Y2 \
	VPANDN    Y2, Y1, front \
	VPOR      Y0, Y1, Y1 \
	VPMINUB   Y1, Y12, Y12

// STEP scans 64 bytes.
#define STEP(off, front, front32, more) \
	HALF(off, front, AX) \
	HALF(off+32, front32, DX) \
	SHLQ $32, DX \
	ORQ  DX, AX \
	OFFSETS(DI, off, more)

// ODD adds the odd ones of 64 bytes.
#define ODD(off, front, front32, more) \
	VPMOVMSKB front, AX \
	VPMOVMSKB front32, DX \
	SHLQ $32, DX \
	ORQ  DX, AX \
	OFFSETS(R8, off+1, more)

// DIRT adds the dirty ones of 32 bytes to Y2.
#define DIRT(off) \
	VMOVDQU  off(SI), Y0 \
	VPSHUFB  Y0, Y11, Y3 \
	VPCMPEQB Y0, Y3, Y3 \
	VPOR     Y3, Y2, Y2

// func scanAVX2(base *byte, at, to int, ends, odd []uint32) (next, nEnds, nOdd int, dirty bool)
TEXT ·scanAVX2(SB), NOSPLIT, $0-97
	BEGIN(128)
	MOVL $'\n', AX
	VMOVD AX, X8
	VPBROADCASTB X8, Y8
	MOVL $'[', AX
	VMOVD AX, X9
	VPBROADCASTB X9, Y9
	MOVL $'-', AX
	VMOVD AX, X10
	VPBROADCASTB X10, Y10
	VBROADCASTI128 dirt<>(SB), Y11
	VPCMPEQB Y12, Y12, Y12
	MOVL $0x1c, AX
	VMOVD AX, X13
	VPBROADCASTB X13, Y13

stride:
	CHECK(done)
	// The prefetcher of the processor comes too late; beyond the block a hint does no harm.
	PREFETCHT0 512(SI)
	PREFETCHT0 576(SI)
	STEP(0, Y4, Y5, ends0)
	STEP(64, Y6, Y7, ends1)
	VPSUBUSB Y12, Y13, Y1
	VPOR Y4, Y5, Y0
	VPOR Y6, Y7, Y2
	VPOR Y0, Y1, Y0
	VPOR Y0, Y2, Y0
	VPTEST Y0, Y0
	JNZ rare

next:
	ADDQ $128, SI
	ADDQ $128, BX
	JMP stride

rare:
	ODD(0, Y4, Y5, odd0)
	ODD(64, Y6, Y7, odd1)
	VPTEST Y1, Y1
	JZ next

	// It may have been a tab. Once there was dirt nothing is below Y13, and this is not asked again.
	VPCMPEQB Y12, Y12, Y12
	VPXOR Y2, Y2, Y2
	DIRT(0)
	DIRT(32)
	DIRT(64)
	DIRT(96)
	VPTEST Y2, Y2
	JZ next
	MOVL $1, R12
	VPXOR Y13, Y13, Y13
	JMP next

done:
	END
