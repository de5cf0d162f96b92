// Package skeleton writes the beginning of a rule pack: one rule with comments that say what each part is for, and
// the three tests that every rule needs. As it stands it loads, passes its tests and has no warning.
//
// It gives: [Pack] and [Kinds]. It does not write files and knows nothing of the rules that there are.
//
// Concurrency: pure functions; any goroutine.
package skeleton

import (
	"fmt"
	"regexp"
	"strings"
)

// Kind is a kind of rule, with the words that a command's help shows.
type Kind struct{ Name, What string }

// Kinds are the kinds that there are.
var Kinds = []Kind{
	{"log", "one record is all (a grep with a verdict)"},
	{"silence", "something is no longer printed, although it should be"},
	{"metric", "a record, then a gauge that stays up"},
	{"sequence", "a record of one process, then one of another"},
}

var idText = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Pack is the text of a pack with a rule of an id and a kind. The id is one such as decode-queue-stuck.
func Pack(id, kind string) (string, error) {
	if !idText.MatchString(id) || len(id) > 80 || id == "null" { // YAML's word for nothing
		return "", fmt.Errorf("%q is no id for a rule: write words of small letters and digits, joined by -, such as decode-queue-stuck", id)
	}
	body, ok := bodies[kind]
	if !ok {
		return "", fmt.Errorf("there is no kind %q of rules: it may be %s", kind, strings.Join(names(), ", "))
	}
	return strings.ReplaceAll(head+body, "ID", id), nil
}

func names() []string {
	out := make([]string, len(Kinds))
	for i, k := range Kinds {
		out[i] = k.Name
	}
	return out
}

// head is what all packs begin with.
const head = `# yaml-language-server: $schema=roomline-pack.schema.json
# The line above gives an editor completion and checks: roomline rules schema > roomline-pack.schema.json
# Try it: roomline rules test THIS, roomline rules lint THIS, roomline report --rules THIS LOGS
apiVersion: rules/v1
pack: {name: ID, version: 0.1.0, owner: your-team}

`

var bodies = map[string]string{"log": logBody, "silence": silenceBody, "metric": metricBody, "sequence": sequenceBody}

const logBody = `signals:
  boom:
    # all: literals that the record holds; a traceback with its lines is one record. One of them is searched for in every
    # log, so take a rare one. regex: at the begin of a line, behind header parts such as [..], since a request log may
    # quote what a user wrote. role: whose log; without it any.
    log: {role: decode, all: ["Replace me with the text"], regex: '(?m)^(?:\[[^\]\n]*\] *)*Replace me with the text'}

rules:
  - id: ID
    title: what happened on ${process}, in one line
    description: What happens, why, and what people see of it.
    looks_like: [what it is not to be taken for]
    severity: high                          # critical, high, warning, info
    tags: [root-cause]                      # or symptom, context
    references: ["owner/repository#123"]    # where it was seen, or mended
    by: [process]                           # one finding for each
    pattern: {event: boom}
    mitigation: what to do at three in the morning

tests:                                      # every rule needs three: it fires; it surely does not; something was not observed
  - name: the text is there
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the text
        [2026-05-12 03:15:00 TP0] Decode batch. #running-req: 3
    expect:
      - {rule: ID, entity: {process: decode@n1}, verdict: confirmed}
  - name: somebody only asks about it
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09] Receive: obj=GenerateReqInput(text="what does Replace me with the text mean?")
        [2026-05-12 03:15:00 TP0] Decode batch. #running-req: 3
    expect:
      - {rule: ID, not_fired: clear}
  - name: the log of decode was not collected
    logs:
      prefill@n2: |
        [2026-05-12 03:14:00 TP0] Prefill batch. #new-seq: 1
        [2026-05-12 03:15:00 TP0] Prefill batch. #new-seq: 1
    expect:
      - {rule: ID, not_fired: not_observed, missing: [{reason: no_source}]}
`

const silenceBody = `signals:
  trouble:                                  # where to begin to look
    log: {role: decode, all: ["Replace me with the trouble"], regex: '(?m)^(?:\[[^\]\n]*\] *)*Replace me with the trouble'}
  work:                                     # what should go on, and does not
    log: {role: decode, all: ["Decode batch"], regex: '(?m)^(?:\[[^\]\n]*\] *)*Decode batch'}
    emits: always                           # what its silence is worth: also once_per_process, debug_only, {rooms_visible: 2}

rules:
  - id: ID
    title: nothing is done any more on ${process}
    description: What happens, why, and what people see of it.
    severity: high
    tags: [symptom]
    references: ["owner/repository#123"]
    by: [process]
    pattern:
      seq:
        - began: {event: trouble}
        # Silence is proven only where the log was read without a hole, and the process shows that it lives: source_alive
        # wants a later record of it. A log that ends is no silence.
        - quiet: {absent: {event: work, for: 60s, proof: [source_alive]}, start: {after: began, within: 30s}}
    mitigation: what to do at three in the morning

tests:
  - name: trouble, then silence, while health checks are answered
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the trouble
        [2026-05-12 03:16:00] INFO:     192.0.2.40:44088 - "GET /health HTTP/1.1" 200 OK
    expect:
      - {rule: ID, entity: {process: decode@n1}, verdict: confirmed, steps: {quiet: confirmed}}
  - name: work goes on
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the trouble
        [2026-05-12 03:14:20 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:50 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:15:20 TP0] Decode batch. #running-req: 3
    expect:
      - {rule: ID, verdict: refuted}
  - name: the log ends too early to know
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the trouble
        [2026-05-12 03:14:20] INFO:     192.0.2.40:44088 - "GET /health HTTP/1.1" 200 OK
    expect:
      - {rule: ID, verdict: inconclusive, missing: [{reason: source_ended, source: decode@n1}]}
`

const metricBody = `signals:
  trouble:
    log: {role: decode, all: ["Replace me with the trouble"], regex: '(?m)^(?:\[[^\]\n]*\] *)*Replace me with the trouble'}
  queue:
    # expr is MetricsQL. fresh_by says what shows that the gauge was written: engines do not write gauges while nothing
    # runs, and a constant without a sign of life is frozen, not steady. Here: a counter that moves with it.
    metric: {role: decode, expr: 'max by (instance) (replace_me_queue_reqs)', by: [process], fresh_by: 'changes(replace_me_tokens_total[1m]) > 0'}

rules:
  - id: ID
    title: the queue of ${process} stays long after the trouble
    description: What happens, why, and what people see of it.
    severity: high
    tags: [symptom]
    references: ["owner/repository#123"]
    by: [process]
    pattern:
      seq:
        - began: {event: trouble}
        # at every scrape for 30 s, without a gap, beginning within a minute
        - long: {holds: {signal: queue, op: ">", value: 5, for: 30s}, start: {after: began, within: 60s}}
    mitigation: what to do at three in the morning

tests:                                      # series are in promtool's notation: 1+2x3 is 1 3 5 7, _ is missing
  - name: the queue stays long
    start: 2026-05-12T03:14:00Z             # of the first scrape
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the trouble
        [2026-05-12 03:16:00 TP0] Decode batch. #running-req: 3
    metrics:
      decode@n1:
        interval: 5s
        series: ['replace_me_queue_reqs 0 0 9x22', 'replace_me_tokens_total 100+7x24']
    expect:
      - {rule: ID, entity: {process: decode@n1}, verdict: confirmed, steps: {long: confirmed}}
  - name: the queue drains
    start: 2026-05-12T03:14:00Z
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the trouble
        [2026-05-12 03:16:00 TP0] Decode batch. #running-req: 3
    metrics:
      decode@n1:
        interval: 5s
        series: ['replace_me_queue_reqs 9x3 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1', 'replace_me_tokens_total 100+7x25']
    expect:
      - {rule: ID, verdict: refuted}
  - name: nobody scraped while it mattered
    start: 2026-05-12T03:14:00Z
    logs:
      decode@n1: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:09 TP0] Replace me with the trouble
        [2026-05-12 03:16:00 TP0] Decode batch. #running-req: 3
    metrics:
      decode@n1:
        interval: 5s
        series: ['replace_me_queue_reqs 0 0 9x22', 'replace_me_tokens_total 100+7x24']
    mutate:
      - drop_samples: {after: +20s, until: +100s}
    expect:
      - {rule: ID, verdict: inconclusive, missing: [{reason: scrape_gap}]}
`

const sequenceBody = `signals:
  cause:
    log: {role: prefill, all: ["Replace me with the cause"], regex: '(?m)^(?:\[[^\]\n]*\] *)*Replace me with the cause', capture: {room: 'room=(\d{1,19})'}}
  effect:
    log: {role: decode, all: ["Replace me with the effect"], regex: '(?m)^(?:\[[^\]\n]*\] *)*Replace me with the effect', capture: {room: 'room=(\d{1,19})'}}

rules:
  - id: ID
    title: room ${room} failed on decode after it failed on prefill
    description: What happens, why, and what people see of it.
    severity: high
    tags: [root-cause]
    references: ["owner/repository#123"]
    by: [room]                              # both lines must name the same room: a missing id is no wildcard
    pattern:
      seq:
        - cause: {event: cause}
        # Two hosts have two clocks: 2 s of skew are forgiven, and the order is then marked unproven.
        - effect: {event: effect, during: {after: cause, within: 30s}}
    mitigation: what to do at three in the morning

tests:
  - name: one after the other
    logs:
      prefill@n1: |
        [2026-05-12 03:14:00 TP0] Prefill batch. #new-seq: 1
        [2026-05-12 03:14:09 TP0] Replace me with the cause, room=7001
        [2026-05-12 03:16:00 TP0] Prefill batch. #new-seq: 1
      decode@n2: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:19 TP0] Replace me with the effect, room=7001
        [2026-05-12 03:16:00 TP0] Decode batch. #running-req: 3
    expect:
      - {rule: ID, entity: {room: "7001"}, verdict: confirmed}
  - name: it was another room
    logs:
      prefill@n1: |
        [2026-05-12 03:14:00 TP0] Prefill batch. #new-seq: 1
        [2026-05-12 03:14:09 TP0] Replace me with the cause, room=7001
        [2026-05-12 03:16:00 TP0] Prefill batch. #new-seq: 1
      decode@n2: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:19 TP0] Replace me with the effect, room=7002
        [2026-05-12 03:16:00 TP0] Decode batch. #running-req: 3
    expect:
      - {rule: ID, entity: {room: "7001"}, verdict: refuted}
  - name: the log of decode ends too early to know
    logs:
      prefill@n1: |
        [2026-05-12 03:14:00 TP0] Prefill batch. #new-seq: 1
        [2026-05-12 03:14:09 TP0] Replace me with the cause, room=7001
        [2026-05-12 03:16:00 TP0] Prefill batch. #new-seq: 1
      decode@n2: |
        [2026-05-12 03:14:00 TP0] Decode batch. #running-req: 3
        [2026-05-12 03:14:15 TP0] Decode batch. #running-req: 3
    expect:
      - {rule: ID, verdict: inconclusive, missing: [{reason: source_ended, source: decode@n2}]}
`
