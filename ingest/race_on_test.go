//go:build race

package ingest

// raceDetector: it allocates for itself, and lets pools forget.
const raceDetector = true
