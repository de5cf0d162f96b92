//go:build amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x

package early

import (
	"syscall"
	"unsafe"
)

const (
	largePage = 2 << 20 // where the small ones have 4 KiB
	growth    = 4 << 20 // the heap begins with as much, at a multiple of it
	advice    = 14      // MADV_HUGEPAGE
	// framed is what a stack of Space bytes holds beside the first frames and what the runtime wants left over.
	framed = Space - 32<<10
)

func init() {
	if !Roomy() {
		return
	}
	var here byte // on a stack, which is of the heap
	Mark(uintptr(unsafe.Pointer(&here))&^(growth-1), growth)
	// A stack is heap that is given back at once, when its goroutine ends: what is allocated takes a collection to do
	// so, and a collection of next to nothing takes 5 ms where faults are dear.
	done := make(chan struct{})
	go func() {
		deep()
		var top byte // lies where the stack begins, which grows down
		Mark(uintptr(unsafe.Pointer(&top))-framed, framed)
		close(done)
	}()
	<-done
}

// deep takes a frame of so many bytes, none of which it touches: they are for an argument that is never passed.
//
//go:noinline
func deep() {
	if never {
		var first byte
		swallow(*(*[framed]byte)(unsafe.Pointer(&first)))
	}
}

// never is false, which the compiler does not know.
var never bool

//go:noinline
func swallow(all [framed]byte) { never = all[len(all)-1] != 0 }

// Mark asks for large pages in those n bytes of heap from an address on that are whole ones; false if that is refused.
func Mark(from, n uintptr) bool {
	first, end := (from+largePage-1)&^(largePage-1), (from+n)&^(largePage-1)
	if end <= first {
		return true
	}
	_, _, err := syscall.RawSyscall(syscall.SYS_MADVISE, first, end-first, advice)
	return err == 0
}

// Roomy says whether address space costs nothing here: the runtime gives up where it gets none, and whoever bounds it,
// or how much may be promised, bounds what is never touched too.
func Roomy() bool {
	for _, bound := range []int{syscall.RLIMIT_AS, syscall.RLIMIT_DATA} {
		var space syscall.Rlimit
		if syscall.Getrlimit(bound, &space) != nil || int64(space.Cur) != syscall.RLIM_INFINITY {
			return false
		}
	}
	f, err := syscall.Open("/proc/sys/vm/overcommit_memory", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer func() { _ = syscall.Close(f) }()
	var promises [1]byte
	n, err := syscall.Read(f, promises[:])
	return err == nil && n == 1 && promises[0] != '2'
}
