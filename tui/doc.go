// Package tui shows an incident on a terminal: a bubbletea program over pure frames.
//
// It gives: [New], a tea.Model of one incident, and [Run], the program that reads, redraws and quits
// at once. The screens are Overview, Rooms, Findings, Logs, Metrics and Sources; a room's timeline
// and a finding's evidence open on top of them. All share one cursor time and one window. Each frame
// is a function of an immutable [Data], the state and the size; what a key does is a function of
// state and key.
//
// It does not read files, ask the environment or a clock, or judge: package cmd passes what it needs
// in. Lines are fetched through timeline.Texts and timeline.Logs inside commands, never while a key is
// handled or a frame is drawn; which records there are is known from the counts of each second. What
// was not observed is drawn as such (····, ~, ?, ✖), never as zero.
//
// Units: times are int64 nanoseconds since 1970 UTC, shown in UTC.
//
// Concurrency: a Data and what is derived from it are immutable once built. The model belongs to the
// program's goroutine; commands get copies and answer with messages.
package tui
