package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/timeline"
)

func (a *app) roomCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "room ID PATH...",
		Short: "One room: both sides, what was never seen, every line about it",
		Long: "Shows one room: the states of both sides, which of them were never seen, the findings that it is in, and\n" +
			"every record about it in time order. ID may be the beginning or the end of a room's id, if only one has it.",
		Example: "  roomline room 6659772553502038827 incident/\n  roomline room 8827 incident/ -o json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("which room? give its id, or the beginning or end of it, then the paths: roomline room ID PATH...")
			}
			if a.onlyPath(args) {
				return usage("room needs the id of a room before the path: roomline room ID PATH... (roomline rooms PATH lists them)")
			}
			s, err := a.open(cmd.Context(), args[1:])
			if err != nil {
				return err
			}
			defer s.close()
			r, err := findRoom(s.inc, args[0])
			if err != nil {
				return err
			}
			return a.writeRoom(s, r)
		},
	}
}

func (a *app) writeRoom(s *session, r *timeline.Room) error {
	lines := s.roomLines(r)
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.RoomJSON(w, s.document(a), r, lines)
		}
		return report.Room(w, s.document(a), r, lines, a.style())
	})
}

// roomLines fetches the text of every record about a room.
func (s *session) roomLines(r *timeline.Room) []report.RoomLine {
	out := make([]report.RoomLine, len(r.Hits))
	refs := make([]timeline.Ref, len(r.Hits))
	for i, h := range r.Hits {
		refs[i] = h.Ref
	}
	s.preload(refs)
	for i, h := range r.Hits {
		out[i] = report.RoomLine{Source: s.inc.Sources[h.Ref.Source].Path, Hit: h, Text: s.text(h.Ref)}
	}
	return out
}

// findRoom takes an id, or the beginning or end of one if only one room has it.
func findRoom(inc *timeline.Incident, id string) (*timeline.Room, error) {
	if r := inc.Room(id); r != nil {
		return r, nil
	}
	var found, all []string
	for i := range inc.Rooms.Len() {
		room := inc.Rooms.ID(i)
		all = append(all, room)
		if id != "" && (strings.HasPrefix(room, id) || strings.HasSuffix(room, id)) {
			found = append(found, room)
		}
	}
	switch {
	case len(found) == 1:
		return inc.Room(found[0]), nil
	case len(found) > 1:
		return nil, usage("%q begins or ends the ids of %d rooms, such as %s: give more of it", id, len(found), some(found, 3))
	case len(all) == 0:
		return nil, usage("no record is about room %q, nor about any other: %s", id, report.Visibility(inc))
	}
	return nil, usage("no record is about room %q; nearest are %s (roomline rooms lists all)", id, some(nearest(id, all), 3))
}

// some names the first n of a list.
func some(list []string, n int) string {
	text := strings.Join(list[:min(n, len(list))], ", ")
	return report.Escape(text)
}
