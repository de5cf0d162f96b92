package format

import (
	"strings"
	"testing"
)

func BenchmarkParse(b *testing.B) {
	for name, i := range map[string]int{"sglang": 0, "uvicorn": 3, "gateway": 16, "vllm": 18, "glog": 21, "nccl": 26, "dynamo": 17, "json": 37} {
		line := []byte(seeds[i])
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(line)
			}
		})
	}
}

func BenchmarkRest(b *testing.B) {
	line := []byte(seeds[0])
	h, _ := Parse(line)
	message := line[h.Body:]
	var dst []Number
	for name, f := range map[string]func(){
		"split": func() { Split(nil, line) }, "opens": func() { OpensBlock(line) }, "quotes": func() { Quotes(message) }, "hole": func() { Hole(message) },
		"gauges": func() { dst = Gauges(dst[:0], message) }, "role": func() { RoleOf(message) }, "level": func() { LevelOf(message) },
		"clean": func() { CleanLine(nil, line) },
		"classify": func() {
			Classify([]byte("[aiter] shape is M:1, N:2, K:3 dtype='torch.bfloat16' otype='torch.bfloat16' bias=False"))
		},
		"frame": func() {
			Classify([]byte("frame #9: c10d::TCPStore::check(std::vector<std::__cxx11::basic_string<char>> const&)"))
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}

func BenchmarkOpensBlock(b *testing.B) {
	for name, m := range map[string]string{"batch": messages[0], "request": messages[2] + strings.Repeat(", sampling_params={'temperature': 0.6, 'top_p': 0.95}", 12)} {
		line := []byte(m)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				OpensBlock(line)
			}
		})
	}
}
