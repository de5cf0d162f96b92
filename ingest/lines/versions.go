//go:build !amd64 || purego

package lines

func versions() []version { return []version{{"portable", nil}} }
