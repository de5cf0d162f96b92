package main

func bench(binary string, runs int) error { return nil }
