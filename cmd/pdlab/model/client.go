package model

import (
	"fmt"
	"time"
)

// client is one user or one session of an agent.
type client struct {
	w          *World
	name       string
	prompt     [2]int
	output     [2]int
	think      [2]time.Duration
	backoff    [2]time.Duration
	patience   time.Duration
	until      time.Duration
	rounds     int // left; below 0: no limit
	context    int // tokens that the next prompt repeats
	maxContext int
	quotes     []string
	room       *room
	dead       bool
}

func (w *World) startLoad() {
	for _, c := range w.cfg.Load.Crowds {
		w.startCrowd(c)
	}
	for _, a := range w.cfg.Load.Arrivals {
		w.at(a.From+w.dice.span(0, a.Gap[0]), func() { w.arrival(a, 0) })
	}
	for _, x := range w.cfg.Load.Direct {
		w.at(x.From+w.dice.span(0, x.Gap[0]), func() { w.direct(x) })
	}
	for _, at := range w.cfg.Load.Cancels {
		w.at(at, w.cancelOne)
	}
}

func (w *World) startCrowd(c Crowd) {
	for i := range c.Sessions {
		s := &client{w: w, name: fmt.Sprintf("%s-%03d", c.Name, i), prompt: c.Prompt, output: c.Output, think: c.Think,
			backoff: c.RetryBackoff, patience: c.Patience, until: c.Until, rounds: c.Rounds, maxContext: c.MaxContext, quotes: c.Quotes}
		if c.Rounds == 0 {
			s.rounds = -1
		}
		w.at(c.From+w.dice.span(0, c.Ramp), s.ask)
		if c.KillAt > 0 { // the agent dies at once, the server notices one broken connection after the other
			w.at(c.KillAt, func() { s.dead = true })
			w.at(c.KillAt+w.dice.span(20*time.Millisecond, 900*time.Millisecond), s.hangUp)
		}
	}
}

func (w *World) arrival(a Arrivals, n int) {
	if w.now >= a.Until {
		return
	}
	s := &client{w: w, name: fmt.Sprintf("%s-%03d", a.Name, n), prompt: a.Prompt, output: a.Output, rounds: 1,
		patience: a.Patience[w.dice.IntN(len(a.Patience))]}
	s.ask()
	w.after(w.dice.span(a.Gap[0], a.Gap[1]), func() { w.arrival(a, n+1) })
}

// ask sends the next question, with what was said before in front of it: that part is in prefill's cache.
func (c *client) ask() {
	if c.dead || c.room != nil || c.rounds == 0 || c.until > 0 && c.w.now >= c.until {
		return
	}
	c.rounds--
	fresh := c.w.dice.between(c.prompt[0], c.prompt[1])
	r := c.w.newRoom(c, c.context+fresh, c.context, c.w.dice.between(c.output[0], c.output[1]))
	c.room = r
	c.w.clients = append(c.w.clients, c)
	c.w.dispatch(r)
	if c.patience > 0 {
		c.w.after(c.patience, func() {
			if c.room == r {
				c.hangUp()
			}
		})
	}
}

// answered ends a question; the next one follows after a while.
func (c *client) answered(r *room, ok bool) {
	if c == nil || c.room != r {
		return
	}
	c.leave()
	wait := c.w.dice.span(c.think[0], c.think[1])
	if !ok {
		wait = c.w.dice.span(c.backoff[0], c.backoff[1])
	} else if page := c.w.cfg.PageSize; r.prompt+r.made+c.prompt[1] < c.maxContext {
		c.context = (r.prompt + r.made) / page * page // only whole pages are cached
	} else {
		c.context = 0
	}
	c.w.after(wait, c.ask)
}

func (c *client) leave() {
	c.room = nil
	for i, x := range c.w.clients {
		if x == c {
			c.w.clients = append(c.w.clients[:i], c.w.clients[i+1:]...)
			return
		}
	}
}

// hangUp closes the connection. A client that lives asks again later.
func (c *client) hangUp() {
	r := c.room
	if r == nil {
		return
	}
	c.leave()
	c.w.truth.Hangups = append(c.w.truth.Hangups, RoomEvent{r.id, r.d.d.proc, c.w.now})
	c.w.disconnect(r)
	c.w.after(c.w.dice.span(3*time.Second, 8*time.Second), c.ask)
}

// patient says whether the client would wait for a decode timeout.
func (c *client) patient() bool {
	return c.patience == 0 || c.patience > c.w.cfg.WaitingTimeout+time.Minute
}

// cancelOne lets one client that waits for its first token hang up.
func (w *World) cancelOne() {
	var waiting []*client
	for _, c := range w.clients {
		if c.room.dstage == preallocQueue || c.room.dstage == transferQueue {
			waiting = append(waiting, c)
		}
	}
	if len(waiting) > 0 && (w.cancelled == 0 || w.now-w.cancelled >= w.cfg.Load.CancelGap) {
		w.cancelled = w.now
		waiting[w.dice.IntN(len(waiting))].hangUp()
	}
}

// direct asks a server itself. Without a room its scheduler refuses the request.
func (w *World) direct(x Direct) {
	if w.now >= x.Until {
		return
	}
	s := &w.prefills[0].server
	if x.Role == DecodeRole {
		s = &w.decodes[0].server
	}
	if s.ready() {
		rid := w.dice.hex(32)
		s.log(NoRank, Info, Receive{Rid: rid, Room: "None", Output: 1})
		s.textf(0, Error, "Invalid request: Disaggregated request received without bootstrap room id. req.rid='%s'", rid)
		s.log(NoRank, Info, Access{w.addr(44), "POST", "/v1/chat/completions", 400})
		w.truth.Direct = append(w.truth.Direct, ProcEvent{s.proc, w.now})
	}
	w.after(w.dice.span(x.Gap[0], x.Gap[1]), func() { w.direct(x) })
}
