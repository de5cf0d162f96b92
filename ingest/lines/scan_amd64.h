// What both kernels share.
//
//	SI  the next bytes            BX   their offset in the block
//	DI  the next slot of ends     R9   the last slot that a stride may begin with
//	R8  the next slot of odd      R10  the last slot that a stride may begin with
//	R11 the last offset that a stride may begin at
//	R12 1 if a dirty byte was found

#include "textflag.h"

// BEGIN loads the arguments of a kernel that takes so many bytes in a stride.
#define BEGIN(bytes) \
	MOVQ base+0(FP), SI \
	MOVQ at+8(FP), BX \
	MOVQ to+16(FP), R11 \
	MOVQ ends_base+24(FP), DI \
	MOVQ ends_len+32(FP), R9 \
	MOVQ odd_base+48(FP), R8 \
	MOVQ odd_len+56(FP), R10 \
	ADDQ BX, SI \
	SUBQ $(bytes), R11 \
	LEAQ (-4*bytes)(DI)(R9*4), R9 \
	LEAQ (-4*bytes)(R8)(R10*4), R10 \
	XORL R12, R12

// CHECK leaves where no whole stride is left, or a list may be full after it.
#define CHECK(done) \
	CMPQ BX, R11 \
	JGT  done \
	CMPQ DI, R9 \
	JHI  done \
	CMPQ R8, R10 \
	JHI  done

// END stores the results and returns.
#define END \
	MOVQ BX, next+72(FP) \
	SUBQ ends_base+24(FP), DI \
	SHRQ $2, DI \
	MOVQ DI, nEnds+80(FP) \
	SUBQ odd_base+48(FP), R8 \
	SHRQ $2, R8 \
	MOVQ R8, nOdd+88(FP) \
	MOVB R12, dirty+96(FP) \
	VZEROUPPER \
	RET

// OFFSETS writes the offset of each bit of AX, plus off, to a list. It writes the first one unasked,
// and steps over it only if there is one: so the usual 64 bytes, which hold one line end or none,
// take no branch that cannot be foretold. The slot is there: the bytes of a stride have one each.
#define OFFSETS(list, off, more) \
	POPCNTQ AX, DX \
	LEAQ    (list)(DX*4), DX \
more: \
	TZCNTQ  AX, CX \
	LEAL    off(BX)(CX*1), CX \
	MOVL    CX, (list) \
	ADDQ    $4, list \
	BLSRQ   AX, AX \
	JNZ     more \
	MOVQ    DX, list

// dirt has each dirty byte in the place that its low four bits name, and elsewhere what no byte is
// that looks it up: one above 0x7f looks up 0.
DATA dirt<>+0(SB)/8, $0xffffffffffffff00
DATA dirt<>+8(SB)/8, $0xffff0dff1bffffff
GLOBL dirt<>(SB), RODATA|NOPTR, $16
