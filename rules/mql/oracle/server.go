package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const serverPackage = "github.com/VictoriaMetrics/VictoriaMetrics/app/victoria-metrics"

// build compiles the pinned server into a folder.
func build(dir string) (string, error) {
	path := filepath.Join(dir, "victoria-metrics")
	cmd := exec.Command("go", "build", "-o", path, serverPackage)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("cannot build %s (run this in the folder of the oracle module): %w", serverPackage, err)
	}
	return path, nil
}

// server is a running VictoriaMetrics that holds one data set.
type server struct {
	cmd  *exec.Cmd
	base string
	dir  string
}

// start runs a server on a free port of this machine, with an empty storage.
func start(binary string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	l.Close()
	dir, err := os.MkdirTemp("", "mql-oracle")
	if err != nil {
		return nil, err
	}
	s := &server{base: "http://" + addr, dir: dir}
	s.cmd = exec.Command(binary, "-httpListenAddr="+addr, "-storageDataPath="+dir, "-retentionPeriod=100y", "-search.disableCache",
		"-search.latencyOffset=0", "-loggerLevel=ERROR", "-search.maxPointsPerTimeseries=1000000", "-search.maxQueryDuration=10m")
	s.cmd.Stderr = os.Stderr
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for range 200 {
		if _, err = s.get("/health", nil); err == nil {
			return s, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.stop()
	return nil, fmt.Errorf("the server does not answer at %s: %w", s.base, err)
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
	_ = os.RemoveAll(s.dir)
}

func (s *server) get(path string, args url.Values) ([]byte, error) {
	resp, err := http.Get(s.base + path + "?" + args.Encode())
	if err != nil {
		return nil, err
	}
	return body(resp)
}

func body(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= 300 {
		err = fmt.Errorf("HTTP %d: %s", resp.StatusCode, strings.TrimSpace(string(b)))
	}
	return b, err
}

// load gives the server a data set and waits until it can be asked for.
func (s *server) load(d dataset) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, x := range d.Series {
		metric := map[string]string{"__name__": x.Name}
		for k, v := range x.Labels {
			metric[k] = v
		}
		at := make([]int64, len(x.T))
		for i, t := range x.T {
			at[i] = d.Begin + t
		}
		if err := enc.Encode(map[string]any{"metric": metric, "values": x.V, "timestamps": at}); err != nil {
			return err
		}
	}
	resp, err := http.Post(s.base+"/api/v1/import", "application/json", &b)
	if err != nil {
		return err
	}
	if _, err := body(resp); err != nil {
		return err
	}
	_, err = s.get("/internal/force_flush", nil)
	return err
}

// answer is what the server says to a query over a range.
type answer struct {
	Data struct {
		Result []struct {
			Metric map[string]string
			Values [][2]any
		}
	}
	Stats struct {
		ExecutionTimeMsec int
	}
}

// ask evaluates without the cache: with it the server moves the begin and end of a range.
func (s *server) ask(expr string, g grid) (*answer, error) {
	seconds := func(ms int64) string { return fmt.Sprintf("%.3f", float64(ms)/1000) }
	b, err := s.get("/api/v1/query_range", url.Values{"query": {expr}, "start": {seconds(g.From)}, "end": {seconds(g.To)},
		"step": {seconds(g.Step)}, "nocache": {"1"}})
	if err != nil {
		return nil, err
	}
	var a answer
	return &a, json.Unmarshal(b, &a)
}
