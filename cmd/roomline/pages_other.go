//go:build !linux

package main

// adviseLarge marks memory for large pages: nothing here knows how, so it is false.
func adviseLarge(*byte, int) bool { return false }
