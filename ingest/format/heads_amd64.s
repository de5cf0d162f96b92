//go:build !purego

#include "textflag.h"

// What quick.go and heads.go look for in words of eight bytes; a test holds both against each other.
DATA headWords<>+0(SB)/8, $0x3030302e30303a30   // clockWord
DATA headWords<>+8(SB)/8, $0x0606060006060006   // clockDigits
DATA headWords<>+16(SB)/8, $0xf0f0f0fdf0f0fff0  // clockMask
DATA headWords<>+24(SB)/8, $0x00000000ffffffff  // clockSecond, lower half
DATA headWords<>+32(SB)/8, $0x010a6400010a003c  // minutes, seconds and thousandths by their digits
DATA headWords<>+40(SB)/8, $0x0001000100010001  // pairs of these added up
DATA headWords<>+48(SB)/8, $0x000000000000ffff  // rank of a tagSlot
DATA headWords<>+56(SB)/8, $60                  // seconds of a minute, at most
DATA headWords<>+64(SB)/8, $1000
DATA headWords<>+72(SB)/8, $1000000
DATA headWords<>+80(SB)/8, $20                  // where the time ends, of whole seconds
DATA headWords<>+88(SB)/8, $24                  // and of thousandths
DATA headWords<>+96(SB)/8, $0x00000000000000ff  // a byte
DATA headWords<>+104(SB)/8, $0x000000000000005d // ']'
DATA headWords<>+112(SB)/8, $0x0000000000000020 // ' '
DATA headWords<>+120(SB)/8, $0x00000000e0e0e000 // upper bits of three bytes
DATA headWords<>+128(SB)/8, $0x0000000040404000 // these of capitals
DATA headWords<>+136(SB)/8, $1
DATA headWords<>+144(SB)/8, $0x0010000000000000 // readForm
DATA headWords<>+152(SB)/8, $0x0001000000000000 // milliForm
DATA headWords<>+160(SB)/8, $0x0004000000000000 // batchForm
DATA headWords<>+168(SB)/8, $0x0008000000000000 // routineForm
DATA headWords<>+176(SB)/8, $64                 // loadReach
DATA headWords<>+184(SB)/8, $0x0000000000ffffff // three letters
DATA headWords<>+192(SB)/8, $0x0000000000202020 // in small
DATA headWords<>+200(SB)/8, $0x5d5d5d5d5d5d5d5d // ']' in each byte
DATA headWords<>+208(SB)/8, $0xfefefefefefefeff // what takes 1 off each
DATA headWords<>+216(SB)/8, $0x8080808080808080 // the upper bits
DATA headWords<>+224(SB)/8, $0xffffffffffffffff // takes 1 off
GLOBL headWords<>(SB), RODATA|NOPTR, $232

// The begins of the names of levels.
DATA levelBegins<>+0(SB)/8, $0x617274 // tra
DATA levelBegins<>+8(SB)/8, $0x626564 // deb
DATA levelBegins<>+16(SB)/8, $0x666e69 // inf
DATA levelBegins<>+24(SB)/8, $0x746f6e // not
DATA levelBegins<>+32(SB)/8, $0x657665 // eve
DATA levelBegins<>+40(SB)/8, $0x726177 // war
DATA levelBegins<>+48(SB)/8, $0x727265 // err
DATA levelBegins<>+56(SB)/8, $0x746166 // fat
DATA levelBegins<>+64(SB)/8, $0x697263 // cri
DATA levelBegins<>+72(SB)/8, $0x6e6170 // pan
DATA levelBegins<>+80(SB)/8, $0x656d65 // eme
DATA levelBegins<>+88(SB)/8, $0x656c61 // ale
GLOBL levelBegins<>(SB), RODATA|NOPTR, $96

// How the words of eight LineHeads are put in turn.
DATA inTurn<>+0(SB)/8, $0
DATA inTurn<>+8(SB)/8, $8
DATA inTurn<>+16(SB)/8, $1
DATA inTurn<>+24(SB)/8, $9
DATA inTurn<>+32(SB)/8, $2
DATA inTurn<>+40(SB)/8, $10
DATA inTurn<>+48(SB)/8, $3
DATA inTurn<>+56(SB)/8, $11
DATA inTurn<>+64(SB)/8, $4
DATA inTurn<>+72(SB)/8, $12
DATA inTurn<>+80(SB)/8, $5
DATA inTurn<>+88(SB)/8, $13
DATA inTurn<>+96(SB)/8, $6
DATA inTurn<>+104(SB)/8, $14
DATA inTurn<>+112(SB)/8, $7
DATA inTurn<>+120(SB)/8, $15
GLOBL inTurn<>(SB), RODATA|NOPTR, $128

// GATHER reads eight bytes at a distance behind each place of an index, for the lines of K1 alone: of others nothing is
// read, and their words are 0. It spends K7, since a gather clears the mask that it is done by.
#define GATHER(distance, base, index, scale, into) \
	KMOVW      K1, K7 \
	VPXORQ     into, into, into \
	VPGATHERQQ distance(base)(index*scale), K7, into

// UPTO leaves of eight words what stands up to the first ']' of each, and marks the places of those. It spends Z18.
#define UPTO(words, found) \
	VPXORQ.BCST  200(R10), words, found \
	VPADDQ.BCST  208(R10), found, Z18   \
	VPANDNQ      Z18, found, found      \
	VPANDQ.BCST  216(R10), found, found \
	VPADDQ.BCST  224(R10), found, Z18   \
	VPXORQ       found, Z18, Z18        \
	VPANDQ       Z18, words, words

// func headsOf(block *byte, ends *uint32, groups int, date *dateWords, tags *tagSlot, words *formWords, dst *LineHead) (known uint64)
//
// ends points to where the line before the first one ends. Each turn reads nine of them and writes eight LineHeads,
// each of two words; of a line it reads the first loadReach bytes at most, and nothing of one that is shorter.
//
//	SI block, BX ends of this group, CX groups left, DX date, R8 tags, R9 words, R10 headWords, DI where heads go
//	R11 known so far, R13 how many lines lie before this group, AX and R12 for the moment
//
//	K1 lines of which all was known until here, K3 those with thousandths, K5 and K6 for the moment, K7 of GATHER
//	K4 and K5 at last: batch lines, routine ones
//	Z0 where lines begin, Z7 their times, Z10 how far in their lines one has got, Z21 their ranks
//	Z30 and Z31 how two words of eight lines become heads
TEXT ·headsOf(SB), NOSPLIT, $0-64
	MOVQ  block+0(FP), SI
	MOVQ  ends+8(FP), BX
	MOVQ  groups+16(FP), CX
	MOVQ  date+24(FP), DX
	MOVQ  tags+32(FP), R8
	MOVQ  words+40(FP), R9
	MOVQ  dst+48(FP), DI
	LEAQ  headWords<>(SB), R10
	XORQ  R11, R11
	XORQ  R13, R13
	VMOVDQU64 inTurn<>+0(SB), Z30
	VMOVDQU64 inTurn<>+64(SB), Z31

group:
	// Z0 is where lines begin. K1 are those that are long enough.
	VPMOVZXDQ     (BX), Z0
	VPMOVZXDQ     4(BX), Z1
	VPADDQ.BCST   136(R10), Z0, Z0
	VPSUBQ        Z0, Z1, Z1
	VPCMPQ.BCST   $5, 176(R10), Z1, K1

	// The date, the hour and the tens of minutes are those seen last.
	GATHER(0, SI, Z0, 1, Z2)
	GATHER(8, SI, Z0, 1, Z3)
	GATHER(16, SI, Z0, 1, Z4)
	VPCMPEQQ.BCST 0(DX), Z2, K1, K1
	VPCMPEQQ.BCST 8(DX), Z3, K1, K1

	// The clock: Z4 are its digits, Z5 what is wrong with it; K3 are those with thousandths.
	VPXORQ.BCST   0(R10), Z4, Z4
	VPADDQ.BCST   8(R10), Z4, Z5
	VPORQ         Z4, Z5, Z5
	VPANDQ.BCST   16(R10), Z5, Z5
	VPTESTNMQ.BCST 24(R10), Z5, K1, K1
	VPTESTNMQ     Z5, Z5, K1, K3
	VPANDQ.BCST   24(R10), Z4, Z6
	VMOVDQA64     Z4, K3, Z6
	VPBROADCASTQ  32(R10), Z7
	VPMADDUBSW    Z7, Z6, Z6
	VPSRLQ        $16, Z6, Z7
	VPANDQ.BCST   48(R10), Z7, Z7
	VPCMPUQ.BCST  $2, 56(R10), Z7, K1, K1
	VPBROADCASTQ  40(R10), Z7
	VPMADDWD      Z7, Z6, Z6
	VPMULUDQ.BCST 64(R10), Z6, Z7
	VPSRLQ        $32, Z6, Z6
	VPADDQ        Z6, Z7, Z7
	VPMULUDQ.BCST 72(R10), Z7, Z7
	VPADDQ.BCST   16(DX), Z7, Z7 // Z7 is when

	// The rank tags behind it: Z12 and Z13 are their words, K5 are lines without any.
	VPBROADCASTQ  80(R10), Z10
	VPBROADCASTQ  88(R10), K3, Z10
	VPADDQ        Z0, Z10, Z11
	GATHER(0, SI, Z11, 1, Z12)
	GATHER(8, SI, Z11, 1, Z13)
	VPANDQ.BCST   96(R10), Z12, Z14
	VPCMPEQQ.BCST 104(R10), Z14, K1, K5
	UPTO(Z12, Z14)
	VPTESTNMQ     Z14, Z14, K1, K6 // the second word counts
	UPTO(Z13, Z14)
	VMOVDQA64.Z   Z13, K6, Z13
	VPROLQ        $17, Z13, Z14
	VPXORQ        Z12, Z14, Z14
	VPMULLQ.BCST  24(DX), Z14, Z14
	VPSRLQ        $55, Z14, Z14
	VPSLLQ        $2, Z14, Z14 // a tagSlot has four words
	GATHER(0, R8, Z14, 8, Z16)
	GATHER(8, R8, Z14, 8, Z17)
	GATHER(16, R8, Z14, 8, Z20)
	VPCMPEQQ      Z12, Z16, K1, K6
	VPCMPEQQ      Z13, Z17, K6, K6
	KORW          K5, K6, K1
	VPXORQ        Z20, Z20, K5, Z20
	VPANDQ.BCST   48(R10), Z20, Z21 // the rank
	VPSRLQ        $16, Z20, Z20
	VPANDQ.BCST   48(R10), Z20, Z20
	VPADDQ        Z10, Z20, Z10
	VPADDQ.BCST   136(R10), Z10, Z10 // behind the ']'

	// The message behind a blank: Z22 and Z23 are its words.
	VPADDQ        Z0, Z10, Z11
	GATHER(0, SI, Z11, 1, Z12)
	GATHER(8, SI, Z11, 1, Z13)
	VPANDQ.BCST   96(R10), Z12, Z14
	VPCMPEQQ.BCST 112(R10), Z14, K1, K1
	VPANDQ.BCST   120(R10), Z12, Z14
	VPCMPEQQ.BCST 128(R10), Z14, K1, K5
	KTESTB        K5, K5
	JNZ           capitals

message:
	VPSRLQ        $8, Z12, Z22
	VPSLLQ        $56, Z13, Z14
	VPORQ         Z14, Z22, Z22
	VPSRLQ        $8, Z13, Z23
	VPCMPQ.BCST   $4, 40(R9), Z22, K1, K1 // statistics are looked at again
	VPCMPEQQ.BCST 0(R9), Z22, K1, K4
	VPANDQ.BCST   24(R10), Z23, Z14
	VPCMPEQQ.BCST 8(R9), Z14, K4, K4
	VPCMPEQQ.BCST 16(R9), Z22, K1, K5
	VPANDQ.BCST   56(R9), Z23, Z14
	VPCMPEQQ.BCST 24(R9), Z14, K5, K5
	KORW          K4, K5, K4
	VPCMPEQQ.BCST 32(R9), Z22, K1, K5
	VPCMPEQQ.BCST 48(R9), Z22, K1, K6
	KORW          K5, K6, K5

	// The second word of a LineHead: Body (four bytes), Rank and form (two each). Those that are not known are left 0.
	VPADDQ.BCST   136(R10), Z10, Z10
	VPSLLQ        $32, Z21, Z21
	VPORQ         Z21, Z10, Z10
	VPORQ.BCST    144(R10), Z10, Z10
	VPORQ.BCST    152(R10), Z10, K3, Z10
	VPORQ.BCST    160(R10), Z10, K4, Z10
	VPORQ.BCST    168(R10), Z10, K5, Z10
	VMOVDQA64.Z   Z10, K1, Z10
	VMOVDQA64     Z30, Z14
	VPERMI2Q      Z10, Z7, Z14
	VMOVDQU64     Z14, (DI)
	VMOVDQA64     Z31, Z14
	VPERMI2Q      Z10, Z7, Z14
	VMOVDQU64     Z14, 64(DI)

	KMOVW K1, AX
	MOVQ  CX, R12
	MOVQ  R13, CX
	SHLQ  CX, AX
	MOVQ  R12, CX
	ORQ   AX, R11
	ADDQ  $8, R13
	ADDQ  $32, BX
	ADDQ  $128, DI
	DECQ  CX
	JNZ   group
	MOVQ  R11, known+56(FP)
	VZEROUPPER
	RET

capitals:
	// Lines of K5 may begin with the name of a level: see maybeLevel.
	VPSRLQ        $8, Z12, Z14
	VPANDQ.BCST   184(R10), Z14, Z14
	VPORQ.BCST    192(R10), Z14, Z14
	LEAQ          levelBegins<>(SB), AX
	MOVL          $12, R12

level:
	VPCMPEQQ.BCST (AX), Z14, K5, K4
	KANDNB        K1, K4, K1
	ADDQ          $8, AX
	DECL          R12
	JNZ           level
	JMP           message
