//go:build !purego

#include "textflag.h"

// wordClass of each byte below 128, 8 for what separates the members of a list, 16 for '#'; a test holds
// this against the portable version.
DATA classes<>+0(SB)/8, $0x0000000000000000
DATA classes<>+8(SB)/8, $0x0000000000000000
DATA classes<>+16(SB)/8, $0x0000000000000000
DATA classes<>+24(SB)/8, $0x0000000000000000
DATA classes<>+32(SB)/8, $0x0000000010000008
DATA classes<>+40(SB)/8, $0x0804040804000000
DATA classes<>+48(SB)/8, $0x0101010101010101
DATA classes<>+56(SB)/8, $0x0000000000080101
DATA classes<>+64(SB)/8, $0x0402020202020200
DATA classes<>+72(SB)/8, $0x0404040404040404
DATA classes<>+80(SB)/8, $0x0404040404040404
DATA classes<>+88(SB)/8, $0x0400000000040404
DATA classes<>+96(SB)/8, $0x0402020202020200
DATA classes<>+104(SB)/8, $0x0404040404040404
DATA classes<>+112(SB)/8, $0x0404040404040404
DATA classes<>+120(SB)/8, $0x0000000000040404
GLOBL classes<>(SB), RODATA|NOPTR, $128

// LOAD reads the next bytes of SI, of which CX are left, into Z0, and nothing beyond them.
#define LOAD \
	MOVQ      $-1, AX \
	BZHIQ     CX, AX, DX \
	CMPQ      CX, $64 \
	CMOVQGE   AX, DX \
	KMOVQ     DX, K1 \
	VMOVDQU8.Z (SI), K1, Z0

// ONES puts a byte into all of a register.
#define ONES(value, into) \
	MOVL         $value, AX \
	VPBROADCASTB AX, into

// func shorten(dst, text *byte, n int) int
//
// It reads nothing behind the n bytes (K1), but writes 64 at a time, of which those count that DI has passed: up to 63
// are rubbish at the end.
//
// It takes 63 bytes at a time, so that no run of bits reaches beyond its word, and of these as many as end
// before a word or separators that may go on behind them. In each step a bit stands for a byte:
//
//	R11 words, R12 digits, R13 separators, BX '#', DX all, R8 whether a list may go on from the bytes before
//	SI the bytes that are left, CX how many, R10 how many of them this step takes, R9 and DI begin and end of the template
//	Z16 and Z17 classes, Z18 to Z22 their bits, Z23 what stands for a word that varies
TEXT ·shorten(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ DI, R9
	XORQ R8, R8
	VMOVDQU64 classes<>+0(SB), Z16
	VMOVDQU64 classes<>+64(SB), Z17
	ONES(1, Z18)
	ONES(2, Z19)
	ONES(7, Z20)
	ONES(8, Z21)
	ONES(16, Z22)
	ONES(0x23, Z23) // '#'

next:
	MOVL    $63, R10
	CMPQ    CX, R10
	CMOVQLT CX, R10
	MOVQ    $-1, AX
	BZHIQ   R10, AX, DX
	KMOVQ   DX, K1
	VMOVDQU8.Z (SI), K1, Z0
	VPMOVB2M  Z0, K2
	KNOTQ     K2, K2
	VMOVDQA64 Z0, Z1
	VPERMI2B  Z17, Z16, Z1
	VPTESTMB  Z20, Z1, K2, K3
	VPTESTMB  Z18, Z1, K2, K4
	VPTESTMB  Z19, Z1, K2, K5
	VPTESTMB  Z21, Z1, K2, K6
	VPTESTMB  Z22, Z1, K2, K7
	KMOVQ     K3, R11
	KMOVQ     K4, R12
	KMOVQ     K6, R13
	KMOVQ     K7, BX

	// Eight hex letters in a row may make a word that varies.
	KMOVQ K5, AX
	MOVQ  AX, R15
	SHRQ  $1, R15
	ANDQ  R15, AX
	MOVQ  AX, R15
	SHRQ  $2, R15
	ANDQ  R15, AX
	MOVQ  AX, R15
	SHRQ  $4, R15
	ANDQ  R15, AX
	JNZ   leave

	CMPQ CX, $63
	JLE  whole
	BTQ  $62, R11
	JCC  separators
	MOVQ R11, AX
	NOTQ AX
	ANDQ DX, AX
	BSRQ AX, R10
	JZ   leave // one word
	INCQ R10

separators:
	MOVQ  R13, AX
	NOTQ  AX
	BZHIQ R10, AX, AX
	BSRQ  AX, R10
	JZ    leave // nothing but separators before it
	INCQ  R10
	BZHIQ R10, DX, DX
	ANDQ  DX, R11
	ANDQ  DX, R12
	ANDQ  DX, R13
	ANDQ  DX, BX

whole:
	// R15 is where words begin, AX where they end.
	LEAQ  (R11)(R11*1), AX
	ANDNQ R11, AX, R15
	ANDNQ AX, R11, AX

	// A carry runs from the begin of a word to its end, unless a digit stops it: R12 are the ends of
	// those that vary, R15 becomes their begins, R11 all of their bytes.
	ANDNQ R11, R12, R12
	ADDQ  R15, R12
	ANDNQ AX, R12, R12
	PEXTQ AX, R12, AX
	PDEPQ R15, AX, R15
	MOVQ  R12, R11
	SUBQ  R15, R11

	// Where a list may go on, and from there past separators: AX. Those words that it reaches need no '#'
	// of their own, and no separators before them.
	LEAQ  (R12)(BX*2), AX
	ORQ   R8, AX
	SHRXQ R10, R12, R12
	DECQ  R10
	SHRXQ R10, BX, BX
	INCQ  R10
	ORQ   BX, R12
	ANDQ  $1, R12
	MOVQ  R12, R8 // for the bytes behind these
	MOVQ  AX, R12
	ANDQ  R13, R12          // separators that follow such a place,
	ANDNQ AX, R13, AX       // and words that do
	MOVQ  R13, BX
	ADDQ  R12, BX
	ANDNQ BX, R13, BX       // where the separators end
	ORQ   BX, AX
	ANDQ  R15, AX           // begins of words that need no '#'
	ANDNQ R15, AX, R15      // of those that do
	ANDQ  BX, AX            // ends of separators before words that need none
	PEXTQ BX, AX, BX
	PDEPQ R12, BX, BX
	SUBQ  BX, AX            // these separators
	ANDNQ DX, R11, R11
	ORQ   R15, R11
	ANDNQ R11, AX, R11

	KMOVQ       R15, K2
	KMOVQ       R11, K3
	VMOVDQU8    Z23, K2, Z0
	VPCOMPRESSB Z0, K3, Z1
	VMOVDQU64   Z1, (DI)
	POPCNTQ     R11, AX
	ADDQ        AX, DI
	ADDQ        R10, SI
	SUBQ        R10, CX
	JZ          done
	MOVQ        DI, AX
	SUBQ        R9, AX
	CMPQ        AX, $120
	JLT         next

done:
	SUBQ R9, DI
	MOVQ DI, ret+24(FP)
	VZEROUPPER
	RET

leave:
	MOVQ $-1, ret+24(FP)
	VZEROUPPER
	RET

// func numberless(dst, text *byte, n int) int
//
// 64 bytes at a time, of which it reads nothing behind the n bytes; it writes up to 63 bytes of rubbish behind what it
// gives.
//
//	R11 digits, then what stays; R12 the first of each run; DX all; SI, CX, R9 and DI as in shorten
TEXT ·numberless(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ DI, R9
	XORQ R8, R8 // whether the byte before is a digit
	ONES(0x30, Z16)
	ONES(10, Z17)

limb:
	LOAD
	VPSUBB   Z16, Z0, Z1
	VPCMPUB  $1, Z17, Z1, K1, K2
	KMOVQ    K2, R11 // digits
	LEAQ     (R8)(R11*2), R12
	ANDNQ    R11, R12, R12 // the first of each run
	MOVQ     R11, R8
	SHRQ     $63, R8
	XORQ     R12, R11
	ANDNQ    DX, R11, R11
	KMOVQ    R12, K2
	KMOVQ    R11, K3
	VMOVDQU8 Z16, K2, Z0
	VPCOMPRESSB Z0, K3, Z1
	VMOVDQU64 Z1, (DI)
	POPCNTQ  R11, R11
	ADDQ     R11, DI
	ADDQ     $64, SI
	SUBQ     $64, CX
	JGT      limb
	SUBQ     R9, DI
	MOVQ     DI, ret+24(FP)
	VZEROUPPER
	RET
