package main

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"roomline/report"
	"roomline/timeline"
)

// roomFilter is what the command rooms lists, and in which order.
type roomFilter struct {
	sort  string
	state string
	open  bool
}

func (a *app) roomsCmd() *cobra.Command {
	var f roomFilter
	c := &cobra.Command{
		Use:     "rooms PATH...",
		Short:   "All rooms as a table: state, age, sides, findings, reason of the failure",
		Example: "  roomline rooms --open --sort age incident/\n  roomline rooms --state Failed incident/ -o json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(strings.Fields("age state id first"), f.sort) {
				return usage("--sort %q is unknown: it may be age, state, id, first", f.sort)
			}
			s, err := a.open(cmd.Context(), args)
			if err != nil {
				return err
			}
			defer s.close()
			return a.writeRooms(s, &f)
		},
	}
	c.Flags().StringVar(&f.sort, "sort", "age", "by age (oldest first), state, id or first")
	c.Flags().StringVar(&f.state, "state", "", "only rooms in this `STATE`")
	c.Flags().BoolVar(&f.open, "open", false, "only rooms that have not ended")
	return c
}

func (a *app) writeRooms(s *session, f *roomFilter) error {
	if err := f.check(s.inc); err != nil {
		return err
	}
	list := f.apply(s.inc)
	return a.write(func(w io.Writer) error {
		if a.f.output == "json" {
			return report.RoomsJSON(w, s.document(a), list)
		}
		return report.Rooms(w, s.document(a), list, a.style())
	})
}

// check refuses a state that the packs do not know: an empty list would look like an answer.
func (f *roomFilter) check(inc *timeline.Incident) error {
	if f.state == "" {
		return nil
	}
	states := []string{"unknown"}
	if inc.Lifecycle != nil {
		states = append(states, inc.Lifecycle.States...)
	}
	for _, s := range states {
		if strings.EqualFold(s, f.state) {
			f.state = s
			return nil
		}
	}
	return usage("--state %q is no state of a room: there are %s", f.state, strings.Join(states, ", "))
}

func (f *roomFilter) apply(inc *timeline.Incident) []*timeline.Room {
	var out []*timeline.Room
	list, _ := report.OldestFirst(inc, inc.Rooms.Len(), func(i int) bool {
		return (!f.open || inc.Rooms.Open(i)) && (f.state == "" || inc.Rooms.State(i) == f.state)
	})
	for _, i := range list {
		out = append(out, inc.Rooms.At(i))
	}
	slices.SortStableFunc(out, func(x, y *timeline.Room) int {
		switch f.sort {
		case "state":
			return cmp.Compare(x.State, y.State)
		case "id":
			return cmp.Or(cmp.Compare(len(x.ID), len(y.ID)), cmp.Compare(x.ID, y.ID)) // ids are numbers
		case "first":
			return cmp.Or(cmp.Compare(x.First, y.First), cmp.Compare(x.ID, y.ID))
		}
		return 0
	})
	return out
}
