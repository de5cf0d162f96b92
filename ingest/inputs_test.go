package ingest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roomline/timeline"
)

const twoLines = "[2026-05-12 03:14:02 TP0] Prefill batch, #new-seq: 3, #running-req: 0\n[2026-05-12 03:14:09 TP0] Prefill transfer failed for request bootstrap_room=5\n"

func gz(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// one scans paths and wants a source whose error or notes say something.
func wantSaid(t *testing.T, f *timeline.Facts, path, said string) {
	t.Helper()
	for _, s := range f.Sources {
		if strings.HasSuffix(s.Path, path) {
			if all := s.Error + " " + strings.Join(s.Notes, " "); !strings.Contains(all, said) {
				t.Errorf("%s says %q, want %q in it", path, all, said)
			}
			return
		}
	}
	if !strings.Contains(strings.Join(f.Warnings, " "), said) {
		t.Errorf("no source %s, and no warning says %q: %q", path, said, f.Warnings)
	}
}

func TestBadInputsAreSaidAndTheRestGoesOn(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.log", twoLines)
	write(t, dir, "empty.log", "")
	write(t, dir, "blank.log", "\n\n")
	write(t, dir, "binary.log", strings.Repeat("\x01\x02\x03\x04\x7f\x80", 4000))
	write(t, dir, "cut.log.gz", gz(strings.Repeat(twoLines, 2000))[:200])
	write(t, dir, "notes.json", "{\n \"a\": 1\n}\n")
	write(t, dir, "README.md", "# what this is\n")
	f := scanPaths(t, Options{}, dir, filepath.Join(dir, "absent.log"), good)
	wantSaid(t, f, "empty.log", "empty")
	wantSaid(t, f, "blank.log", "blank lines only")
	wantSaid(t, f, "binary.log", "looks binary")
	wantSaid(t, f, "cut.log.gz", "cut off")
	wantSaid(t, f, "absent.log", "no such file")
	wantSaid(t, f, "notes.json", "no line of it looks like one of a log")
	wantSaid(t, f, "README.md", "README.md")
	wantSaid(t, f, "good.log", "given twice")
	for _, s := range f.Sources {
		if s.Kind == "" && s.Error == "" {
			t.Errorf("%s has neither a kind nor an error", s.Path)
		}
		if strings.HasSuffix(s.Path, "good.log") && (s.Records != 2 || s.Lines != 2 || s.Role != "prefill") {
			t.Errorf("good.log: %+v", s)
		}
	}
}

func TestFolderWithoutLogs(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "README.md", "nothing here\n")
	f := scanPaths(t, Options{}, dir)
	if len(f.Sources) != 1 || !strings.Contains(f.Sources[0].Error, "holds no log") {
		t.Errorf("sources %+v", f.Sources)
	}
}

// A line of many megabytes costs no memory, is one record that is cut, and hides nothing behind it.
func TestLongLine(t *testing.T) {
	dir := t.TempDir()
	text := "[2026-05-12 03:14:02] begin " + strings.Repeat("x", 5<<20) + "[2026-05-12 03:14:03] glued room=7\n[2026-05-12 03:14:04] Receive: obj=(" + strings.Repeat("[2026-05-12 03:14:05] quoted room=1 ", 9000) + ")\n" + twoLines
	log := write(t, dir, "long.log", text)
	want := ""
	for _, block := range []int{256 << 10, 512 << 10} {
		f := scanPaths(t, Options{Matcher: testWords, Block: block}, log)
		s := f.Sources[0]
		if s.Lines != 4 || s.Records != 5 || s.Bytes != int64(len(text)) {
			t.Errorf("block %d: %d lines, %d records, %d bytes", block, s.Lines, s.Records, s.Bytes)
		}
		wantSaid(t, f, "long.log", "longer than 4 MiB")
		got := dump(t, f, dir)
		if want != "" && got != want {
			t.Errorf("blocks of %d give other facts:\n%s", block, firstDifference(want, got))
		}
		want = got
		if n := countHits(f, 1); n != 3 { // glued, the request log that quotes, and the last line
			t.Errorf("block %d: %d records hold room=, want 3", block, n)
		}
	}
}

func countHits(f *timeline.Facts, id timeline.SignalID) (n int32) {
	for _, s := range f.Streams {
		for _, h := range s.Hits {
			if h.Signal == id {
				n += h.N
			}
		}
	}
	return n
}

func TestArchives(t *testing.T) {
	manifest := "version: 1\nsources:\n  - {path: p.log, role: decode, instance: n7, group: g1, zone: Asia/Shanghai}\n  - {path: gone.log, role: prefill}\ncaptured_at: 2026-05-12T03:20:00Z\nmarks: {kill: 2026-05-12T03:15:00Z}\n"
	files := [][2]string{{"b/roomline.yaml", manifest}, {"b/p.log", "[2026-05-12 11:14:02 TP0] Decode batch, #running-req: 3\n"}, {"../evil.log", twoLines}, {"b/x/q.log.gz", gz(twoLines)}}
	dir := t.TempDir()
	var tarred, zipped bytes.Buffer
	tw, zw := tar.NewWriter(&tarred), zip.NewWriter(&zipped)
	for _, f := range files {
		tw.WriteHeader(&tar.Header{Name: f[0], Size: int64(len(f[1])), Mode: 0o644, Typeflag: tar.TypeReg})
		tw.Write([]byte(f[1]))
		w, _ := zw.Create(f[0])
		w.Write([]byte(f[1]))
	}
	tw.WriteHeader(&tar.Header{Name: "b/link", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink})
	tw.Close()
	zw.Close()
	for name, text := range map[string]string{"b.tar": tarred.String(), "b.tar.gz": gz(tarred.String()), "b.zip": zipped.String()} {
		f := scanPaths(t, Options{Matcher: everything{}}, write(t, dir, name, text))
		if len(f.Sources) != 3 || f.Sources[0].Path != filepath.Join(dir, name)+"!b/p.log" {
			t.Fatalf("%s: sources %+v", name, f.Sources)
		}
		p := f.Sources[0]
		if p.First.String() != "2026-05-12T03:14:02Z" || p.Role != "decode" || p.Instance != "n7" || p.Group != "g1" || p.ZoneFrom != "manifest" {
			t.Errorf("%s: %+v", name, p)
		}
		if f.CapturedAt.String() != "2026-05-12T03:20:00Z" || f.Marks["kill"].String() != "2026-05-12T03:15:00Z" {
			t.Errorf("%s: captured_at %v, marks %v", name, f.CapturedAt, f.Marks)
		}
		wantSaid(t, f, "gone.log", "not there")
		wantSaid(t, f, "evil.log", "leads out of the archive")
		missing := 0
		for _, s := range f.Streams {
			if s.Missing {
				missing++
			}
		}
		if missing != 1 || len(f.Streams) != 3 {
			t.Errorf("%s: %d streams, %d missing", name, len(f.Streams), missing)
		}
	}
}

func TestBombIsStopped(t *testing.T) {
	dir := t.TempDir()
	var tarred bytes.Buffer
	tw := tar.NewWriter(&tarred)
	tw.WriteHeader(&tar.Header{Name: "big.log", Size: 4 << 20, Mode: 0o644, Typeflag: tar.TypeReg})
	tw.Write(bytes.Repeat([]byte("x"), 4<<20))
	tw.Close()
	f := scanPaths(t, Options{SpoolBudget: 2 << 20}, write(t, dir, "b.tar.gz", gz(tarred.String())))
	wantSaid(t, f, "b.tar.gz", "unpacks to more than")
}

func TestManifestFaults(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.log", twoLines)
	write(t, dir, ManifestName, "version: 2\nsources:\n  - {path: a.log, rol: prefill}\n  - {path: ../b.log, zone: Mars, bytes: x}\ncaptured_at: today\n")
	_, _, err := Scan(context.Background(), []Input{{Path: dir}}, Options{})
	var m *ManifestError
	if !errors.As(err, &m) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{":1:10: version", `:3:19: unknown key "rol" in a source; did you mean "role"?`, `path "../b.log"`, `zone "Mars"`, `"x" is no whole number`, `"today" is no time`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("faults lack %q:\n%v", want, err)
		}
	}
	write(t, dir, ManifestName, "version: 1\nsources:\n  - {path: a.log\nmarks: {}\n")
	if _, _, err := Scan(context.Background(), []Input{{Path: dir}}, Options{}); !errors.As(err, &m) || !strings.Contains(err.Error(), ManifestName+":2:1: not YAML: ") {
		t.Errorf("what is no YAML: %v", err)
	}
}

func TestStdin(t *testing.T) {
	facts, texts, err := scanUnpacked(context.Background(), []Input{{Path: "-", Role: "prefill", Instance: "n3"}}, Options{Matcher: everything{}, Stdin: strings.NewReader(twoLines)})
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	s := facts.Streams[0]
	text, err := texts.Text(s.Hits[1].Ref)
	if err != nil || !strings.HasPrefix(text, "[2026-05-12 03:14:09 TP0] Prefill transfer") {
		t.Errorf("text %q, %v", text, err)
	}
	if s.Base() != "prefill@n3" || s.RoleFrom != "flag" || facts.Sources[0].Path != "-" {
		t.Errorf("stream %s from %s", s.Base(), s.RoleFrom)
	}
}

func TestTextThatIsGone(t *testing.T) {
	dir := t.TempDir()
	log := write(t, dir, "a.log", twoLines)
	facts, texts, err := scanUnpacked(context.Background(), []Input{{Path: log}}, Options{Matcher: everything{}})
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	for name, text := range map[string]string{"changed": strings.Replace(twoLines, "room=5", "room=6", 1), "shorter": twoLines[:90]} {
		write(t, dir, "a.log", text)
		if _, err := texts.Text(facts.Streams[0].Hits[1].Ref); err == nil || !strings.Contains(err.Error(), "no longer available") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestWideText(t *testing.T) {
	dir := t.TempDir()
	wideText := []byte{0xff, 0xfe}
	for _, c := range strings.ReplaceAll(twoLines, "\n", "\r\n") {
		wideText = append(wideText, byte(c), 0)
	}
	f := scanPaths(t, Options{Matcher: everything{}}, write(t, dir, "w.log", string(wideText)))
	if s := f.Sources[0]; s.Lines != 2 || s.Records != 2 || s.Bytes != int64(len(twoLines)+2+3) {
		t.Errorf("%d lines, %d records, %d bytes", s.Lines, s.Records, s.Bytes)
	}
	if text := f.Streams[0].Hits[0].Caps[0]; !strings.HasPrefix(text, "[2026-05-12 03:14:02 TP0]") || strings.HasSuffix(text, "\r") {
		t.Errorf("text %q", text)
	}
}

func TestSinceAndUntil(t *testing.T) {
	dir := t.TempDir()
	text := "[2026-05-12 03:14:02] a\n[2026-05-12 03:14:05] b error\n  more\n[2026-05-12 03:14:09] c\nheadless\n"
	at := func(s int) timeline.Time { return timeline.Time(1778555640+s) * timeline.Second }
	f := scanPaths(t, Options{Matcher: everything{}, Since: at(4), Until: at(7)}, write(t, dir, "a.log", text))
	if s := f.Streams[0]; len(s.Hits) != 1 || s.Hits[0].Caps[0] != "[2026-05-12 03:14:05] b error\n  more" || s.First != s.Last {
		t.Errorf("hits %+v", s.Hits)
	}
	if s := f.Sources[0]; s.Lines != 5 || s.Records != 1 {
		t.Errorf("%d lines, %d records", s.Lines, s.Records)
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("everything is readable to root")
	}
	dir := t.TempDir()
	log := write(t, dir, "secret.log", twoLines)
	os.Chmod(log, 0)
	wantSaid(t, scanPaths(t, Options{}, log), "secret.log", "permission denied")
}

// A log that was truncated while its writer went on begins with a hole of NULs: it is a log all the
// same. What holds other control bytes is none, however many line breaks are among them.
func TestHolesAreNoBinary(t *testing.T) {
	dir := t.TempDir()
	f := scanPaths(t, Options{Matcher: testWords}, write(t, dir, "hole.log", strings.Repeat("\x00", 3<<20)+twoLines))
	if s := f.Sources[0]; s.Error != "" || s.Records != 2 {
		t.Errorf("behind a hole: %d records, error %q", s.Records, s.Error)
	}
	f = scanPaths(t, Options{Matcher: testWords}, write(t, dir, "core.log", strings.Repeat("\x7fELF\x02\x01\x01\x00\x00\x03\n", 1000)))
	if s := f.Sources[0]; !strings.Contains(s.Error, "looks binary") {
		t.Errorf("a binary: %d records, error %q", s.Records, s.Error)
	}
}
