package rules

// Reasons are all reasons for which something is undecided, as reports write them, in the order of
// their remedies: what was not given, what was not written, what cannot be ordered.
func Reasons() []Reason {
	return []Reason{NoSource, SourceStartsLate, SourceEnded, LogGap, ScrapeGap, SeriesAbsent, SeriesReset, Frozen, LevelOff, EmitOnce,
		RoomLinesDisabled, OrderAmbiguous, TimeUncertain, ZoneUnknown, EntityUnknown, WindowOpen, LifeEnded, ProofMissing, Conflict,
		Capped, RecordTruncated, Late, Interrupted}
}
