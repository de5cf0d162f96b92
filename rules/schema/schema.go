package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"roomline/rules"
)

// node is a schema.
type node map[string]any

// key is a key of a part with what it holds; doc is what an editor shows beside it.
type key struct {
	name string
	def  node
	doc  string
}

// part is a mapping of known keys. Its name is the one that the loader's faults give it.
type part struct {
	doc      string
	keys     []key
	required []string
	one      []string // exactly one of these keys
}

// JSON is the schema, indented; the same bytes each time.
func JSON() []byte {
	root := object(parts["pack file"])
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["dependencies"] = node{"pack": []string{"apiVersion"}, "uses": []string{"pack"}} // the other files of a folder have no head
	root["title"] = "Roomline rule pack, rules/v1"
	defs := node{}
	for name, p := range parts {
		if name != "pack file" {
			defs[slug(name)] = object(p)
		}
	}
	for name, def := range shapes() {
		defs[name] = def
	}
	root["definitions"] = defs
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		panic(err) // maps of strings, lists and numbers
	}
	return b.Bytes()
}

func object(p part) node {
	props := node{}
	for _, k := range p.keys {
		def := maps.Clone(k.def)
		if ref, ok := def["$ref"]; ok { // beside a $ref draft 7 ignores everything
			def = node{"allOf": []node{{"$ref": ref}}}
		}
		def["description"] = k.doc
		props[k.name] = def
	}
	out := node{"type": "object", "additionalProperties": false, "properties": props}
	if p.doc != "" {
		out["description"] = p.doc
	}
	if len(p.required) > 0 {
		out["required"] = p.required
	}
	if len(p.one) > 0 {
		var one []node
		for _, k := range p.one {
			one = append(one, node{"required": []string{k}})
		}
		out["oneOf"] = one
	}
	return out
}

func slug(name string) string { return strings.ReplaceAll(name, " ", "_") }

// The kinds of values.

func ref(name string) node { return node{"$ref": "#/definitions/" + slug(name)} }
func list(of node) node    { return node{"type": "array", "items": of} }

// text is what the loader takes as a string: also a number or a word such as yes, which YAML reads as another kind.
func text() node { return node{"type": []string{"string", "number", "boolean"}} }

// texts are one or several.
func texts() node {
	return node{"anyOf": []node{text(), {"type": "array", "items": text()}}}
}

func enum(words ...string) node { return node{"enum": words} }
func number() node              { return node{"type": "number"} }
func whole(least int) node      { return node{"type": "integer", "minimum": least} }
func truth() node               { return node{"type": "boolean"} }

func mapOf(of node) node { return node{"type": "object", "additionalProperties": of} }

// duration is Go's notation with d, also with captures in it: ${secs}s.
func duration() node {
	return node{"type": []string{"string", "integer"}, "pattern": `^(0|((\d+(\.\d+)?|\$\{?\w+\}?)(ns|us|µs|ms|s|m|h|d))+|\$\{?\w+\}?)$`, "maximum": 0}
}

func moment() node {
	return node{"type": "string", "pattern": `^(mark )?[\w-]+(\.end)?(\s*[+-]\s*\S+)?$`}
}

// flags has a text for each degree that a flag can reach.
func flags() node {
	return node{"type": "object", "additionalProperties": false, "properties": node{
		"1": described(text(), "shows rooms when they are finished"),
		"2": described(text(), "shows them also when they are received"),
		"3": described(text(), "shows every step"),
	}}
}

func timeText() node {
	return node{"type": "string", "pattern": `^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?|\+\s*\S+)$`}
}

// shapes are what is more than a mapping of known keys.
func shapes() map[string]node {
	ops := rules.Operators()
	beside := []string{"start", "during", "same", "ties"}
	steps := slices.DeleteFunc(slices.Clone(ops), func(s string) bool { return s == "seq" })
	return map[string]node{
		"operator":    operator(steps),
		"step":        step(append(slices.Clone(ops), beside...)),
		"pattern":     pattern(),
		"when":        {"if": node{"type": "object", "anyOf": []node{{"required": []string{"log"}}, {"required": []string{"config"}}, {"required": []string{"metric"}}}}, "then": ref("signal"), "else": ref("pattern")},
		"interval":    {"if": node{"type": "string"}, "then": moment(), "else": ref("window")},
		"proof":       {"anyOf": []node{{"type": "string"}, ref("rooms")}},
		"rooms":       {"type": "object", "additionalProperties": false, "required": []string{"rooms_visible"}, "properties": node{"rooms_visible": roomsVisible()}},
		"mutation":    mutation(),
		"value":       {"anyOf": []node{number(), {"type": "string", "pattern": `^\$\{?\w+\}?$`}}},
		"macro_value": {"if": node{"type": "string"}, "then": node{}, "else": ref("macro")},
	}
}

func roomsVisible() node {
	return node{"type": "integer", "minimum": 0, "maximum": 3, "description": "0: rooms appear only in failures; 1: also when finished; 2: also when received; 3: every step (DEBUG)"}
}

// operator is the name of a signal, or one operator with what stands beside it.
func operator(ops []string) node {
	props, one := node{}, []node{}
	for _, op := range ops {
		def := ref(op)
		switch op {
		case "event":
			def = node{"type": "string"}
		case "all", "any", "witnesses":
			def = node{"type": "array", "minItems": 1, "items": ref("operator")}
		}
		props[op] = described(def, operatorDocs[op])
		one = append(one, node{"required": []string{op}})
	}
	props["start"] = described(ref("interval"), "where the span of absent, holds, flat or grew may begin")
	props["during"] = described(ref("interval"), "the window in which it is looked for, (after, until]")
	props["same"] = described(texts(), "join on these entities instead of the rule's `by`")
	props["ties"] = described(enum("accept", "strict"), "whether an order that hangs on the clocks alone is taken as proven")
	return node{"if": node{"type": "string"}, "then": node{}, "else": node{"type": "object", "additionalProperties": false, "properties": props, "oneOf": one}}
}

func described(def node, doc string) node {
	if _, ok := def["$ref"]; ok {
		def = node{"allOf": []node{def}}
	} else {
		def = maps.Clone(def)
	}
	def["description"] = doc
	return def
}

// step is an operator, or {NAME: operator}.
func step(words []string) node {
	named := node{"type": "object", "minProperties": 1, "maxProperties": 1, "propertyNames": node{"not": node{"enum": words}}}
	return node{"if": named, "then": node{"additionalProperties": ref("operator")}, "else": ref("operator")}
}

func pattern() node {
	seq := node{"type": "object", "additionalProperties": false,
		"properties": node{"seq": node{"type": "array", "minItems": 1, "items": ref("step"), "description": "steps, one after the other; the first is the anchor"}}}
	return node{"if": node{"type": "object", "required": []string{"seq"}}, "then": seq, "else": ref("operator")}
}

func mutation() node {
	names, props := []string{}, node{}
	for _, k := range mutations {
		names = append(names, k)
		props[k] = described(ref(k), parts[k].doc)
	}
	return node{"if": node{"type": "string"}, "then": node{"enum": names},
		"else": node{"type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1, "properties": props}}
}

var mutations = []string{"drop_samples", "truncate", "shuffle", "skew", "rename_series", "level_off", "duplicate"}

// Keys are the keys of each part, by the names that the loader's faults give the parts.
func Keys() map[string][]string {
	out := map[string][]string{}
	for name, p := range parts {
		for _, k := range p.keys {
			out[name] = append(out[name], k.name)
		}
	}
	return out
}

// Docs are what an editor shows beside each key.
func Docs() map[string]map[string]string {
	out := map[string]map[string]string{}
	for name, p := range parts {
		out[name] = map[string]string{}
		for _, k := range p.keys {
			out[name][k.name] = k.doc
		}
	}
	return out
}
