//go:build !purego

#include "textflag.h"

// func pair(a, b *byte, from, to int, x, y byte) int
TEXT ·pair(SB), NOSPLIT, $0-48
	MOVQ         a+0(FP), SI
	MOVQ         b+8(FP), DI
	MOVQ         from+16(FP), AX
	MOVQ         to+24(FP), CX
	MOVBLZX      x+32(FP), R8
	MOVBLZX      y+33(FP), R9
	VPBROADCASTB R8, Z2
	VPBROADCASTB R9, Z3
	SUBQ         AX, CX           // how many places are left

loop:
	CMPQ      CX, $64
	JLT       tail
	VPCMPEQB  (SI)(AX*1), Z2, K1
	VPCMPEQB  (DI)(AX*1), Z3, K1, K2
	KORTESTQ  K2, K2
	JNZ       found
	ADDQ      $64, AX
	SUBQ      $64, CX
	JMP       loop

tail: // a byte that is masked out is not read
	TESTQ     CX, CX
	JLE       none
	MOVQ      $-1, R10
	BZHIQ     CX, R10, R10
	KMOVQ     R10, K3
	VMOVDQU8.Z (SI)(AX*1), K3, Z0
	VMOVDQU8.Z (DI)(AX*1), K3, Z1
	VPCMPEQB  Z0, Z2, K3, K1
	VPCMPEQB  Z1, Z3, K1, K2
	KORTESTQ  K2, K2
	JNZ       found

none:
	MOVQ $-1, ret+40(FP)
	VZEROUPPER
	RET

found:
	KMOVQ  K2, R10
	TZCNTQ R10, R10
	ADDQ   R10, AX
	MOVQ   AX, ret+40(FP)
	VZEROUPPER
	RET
