//go:build !amd64 || purego

package teddy

// kernels are those that the machine can run.
func kernels() []kernel { return []kernel{portable} }
