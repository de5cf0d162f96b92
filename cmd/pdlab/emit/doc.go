// Package emit writes what a model.World shows as a bundle: log files, scrapes, roomline.yaml and truth.json. It knows how
// builds of different years spell the same thing (Era); it decides nothing about what happens.
//
// A Bundle is a model.Sink for one goroutine. Virtual time zero is the epoch of the era; stamps of prefill and decode are
// written in Options.Zone, those of the router in UTC, as the real ones are. Scrape times and truth.json are true time, in UTC.
// Options.Skew is how far decode's clock is ahead of everybody else's.
package emit
