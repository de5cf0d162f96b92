//go:build !purego

#include "scan_amd64.h"

// Z16, Z17, Z18 hold '\n', '[' and '-'; Z19 dirt; Z20 the least bytes but '\n' so far; Z21 what a
// dirty byte is below.

// STEP scans 64 bytes; front gets a bit for each that stands in front of an odd '['. To ask the byte
// in front, and not the '[' itself, saves a search for '\n' one byte to the left.
#define STEP(off, front, more) \
	VMOVDQU64 off(SI), Z0 \
	VPCMPB    $4, Z0, Z16, K1 \
	VPMINUB   Z0, Z20, K1, Z20 \
	VPCMPEQB  (off+1)(SI), Z17, K1, K2 \
	VPCMPEQB  (off+6)(SI), Z18, K2, front \
	KMOVQ     K1, AX \
	NOTQ      AX \
	OFFSETS(DI, off, more)

// ODD adds the odd ones of 64 bytes.
#define ODD(off, front, more) \
	KMOVQ front, AX \
	OFFSETS(R8, off+1, more)

// DIRT adds the dirty ones of 64 bytes to K3.
#define DIRT(off) \
	VMOVDQU64 off(SI), Z0 \
	VPSHUFB   Z0, Z19, Z1 \
	VPCMPEQB  Z0, Z1, K1 \
	KORQ      K1, K3, K3

// func scanAVX512(base *byte, at, to int, ends, odd []uint32) (next, nEnds, nOdd int, dirty bool)
TEXT ·scanAVX512(SB), NOSPLIT, $0-97
	BEGIN(256)
	MOVL $'\n', AX
	VPBROADCASTB AX, Z16
	MOVL $'[', AX
	VPBROADCASTB AX, Z17
	MOVL $'-', AX
	VPBROADCASTB AX, Z18
	VBROADCASTI32X4 dirt<>(SB), Z19
	VPTERNLOGD $0xff, Z20, Z20, Z20
	MOVL $0x1c, AX
	VPBROADCASTB AX, Z21

stride:
	CHECK(done)
	// The prefetcher of the processor comes too late; beyond the block a hint does no harm.
	PREFETCHT0 512(SI)
	PREFETCHT0 576(SI)
	PREFETCHT0 640(SI)
	PREFETCHT0 704(SI)
	STEP(0, K4, ends0)
	STEP(64, K5, ends1)
	STEP(128, K6, ends2)
	STEP(192, K7, ends3)
	VPCMPUB $1, Z21, Z20, K3
	KORQ K4, K5, K1
	KORQ K6, K7, K2
	KORQ K1, K3, K1
	KORTESTQ K1, K2
	JNZ rare

next:
	ADDQ $256, SI
	ADDQ $256, BX
	JMP stride

rare:
	ODD(0, K4, odd0)
	ODD(64, K5, odd1)
	ODD(128, K6, odd2)
	ODD(192, K7, odd3)
	KTESTQ K3, K3
	JZ next

	// It may have been a tab. Once there was dirt nothing is below Z21, and this is not asked again.
	VPTERNLOGD $0xff, Z20, Z20, Z20
	KXORQ K3, K3, K3
	DIRT(0)
	DIRT(64)
	DIRT(128)
	DIRT(192)
	KTESTQ K3, K3
	JZ next
	MOVL $1, R12
	VPXORQ Z21, Z21, Z21
	JMP next

done:
	END
