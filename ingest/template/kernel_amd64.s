//go:build !purego

#include "textflag.h"

// wordClass of each byte below 128; a test holds both against each other.
DATA classes<>+0(SB)/8, $0x0000000000000000
DATA classes<>+8(SB)/8, $0x0000000000000000
DATA classes<>+16(SB)/8, $0x0000000000000000
DATA classes<>+24(SB)/8, $0x0000000000000000
DATA classes<>+32(SB)/8, $0x0000000000000000
DATA classes<>+40(SB)/8, $0x0004040004000000
DATA classes<>+48(SB)/8, $0x0101010101010101
DATA classes<>+56(SB)/8, $0x0000000000000101
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

// func findWords(text *byte, n int, m *wordMasks)
TEXT ·findWords(SB), NOSPLIT, $0-24
	MOVQ text+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ m+16(FP), DI
	VMOVDQU64 classes<>+0(SB), Z16
	VMOVDQU64 classes<>+64(SB), Z17
	MOVL $1, AX
	VPBROADCASTB AX, Z18
	MOVL $2, AX
	VPBROADCASTB AX, Z19
	MOVL $7, AX
	VPBROADCASTB AX, Z20

words:
	LOAD
	VPMOVB2M  Z0, K2
	KNOTQ     K2, K2
	VPERMI2B  Z17, Z16, Z0 // of bytes from 128 on it sees the lower bits alone, so they are left out
	VPTESTMB  Z20, Z0, K2, K3
	VPTESTMB  Z18, Z0, K2, K4
	VPTESTMB  Z19, Z0, K2, K5
	KMOVQ     K3, (DI)
	KMOVQ     K4, 32(DI)
	KMOVQ     K5, 64(DI)
	ADDQ      $64, SI
	ADDQ      $8, DI
	SUBQ      $64, CX
	JGT       words
	VZEROUPPER
	RET

// func squeeze(dst, text *byte, n int, e *edit, mark byte) int
TEXT ·squeeze(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ e+24(FP), R8
	MOVQ DI, R9
	MOVBLZX mark+32(FP), AX
	VPBROADCASTB AX, Z16

bytes:
	LOAD
	KMOVQ     32(R8), K2
	VMOVDQU8  Z16, K2, Z0
	MOVQ      (R8), AX
	KMOVQ     AX, K3
	VPCOMPRESSB Z0, K3, Z1
	VMOVDQU64 Z1, (DI)
	POPCNTQ   AX, AX
	ADDQ      AX, DI
	ADDQ      $64, SI
	ADDQ      $8, R8
	SUBQ      $64, CX
	JGT       bytes
	SUBQ      R9, DI
	MOVQ      DI, ret+40(FP)
	VZEROUPPER
	RET
