package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"roomline/cmd/bench/gen"
	"roomline/cmd/bench/pack"
)

// Sizes of a log.
const (
	wholeSize = 1 << 30
	quickSize = 100 << 20
	smallSize = 10 << 20
)

// logs writes the pair of logs if it is not there.
func (b *bench) logs() error {
	if err := os.MkdirAll(b.data, 0o755); err != nil {
		return err
	}
	size := int64(wholeSize)
	if b.quick {
		size = quickSize
	}
	for _, l := range []struct {
		to         *logFile
		name, role string
		size       int64
	}{{&b.prefill, "prefill", "prefill", size}, {&b.decode, "decode", "decode", size}, {&b.small, "small", "decode", smallSize}} {
		l.to.path = filepath.Join(b.data, l.name+".log")
		err := absent(l.to.path, func(part string) error {
			b.say("writing %s", l.to.path)
			return writeLog(part, gen.Of(l.role, l.size))
		})
		if err != nil {
			return err
		}
		st, err := os.Stat(l.to.path)
		if err != nil {
			return err
		}
		l.to.size = st.Size()
	}
	return nil
}

func writeLog(path string, l gen.Log) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(l.Write(f), f.Close())
}

// absent makes a file unless it is there; half a file never is.
func absent(path string, write func(part string) error) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := write(path + ".part"); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return os.Rename(path+".part", path)
}

// derived makes what comes of the logs: compressed ones, and ten files of the pair.
func (b *bench) derived() error {
	for kind, to := range map[string]*string{"gzip": &b.gz, "zstd": &b.zst} {
		*to = b.decode.path + map[string]string{"gzip": ".gz", "zstd": ".zst"}[kind]
		if err := absent(*to, func(part string) error {
			b.say("packing %s", *to)
			_, err := output(b.codec, "pack", kind, b.decode.path, part)
			return err
		}); err != nil {
			return err
		}
	}
	return b.links()
}

// links makes five names of each log, so that ten files cost no more of the disk and of its cache.
// Each is of an instance of its own: the same bytes of one process would be read once.
func (b *bench) links() error {
	for i := range 5 {
		for role, log := range map[string]logFile{"prefill": b.prefill, "decode": b.decode} {
			at := filepath.Join(b.work, fmt.Sprintf("%s-%d.log", role, i))
			whole, err := filepath.Abs(log.path)
			if err != nil {
				return err
			}
			if err := os.Symlink(whole, at); err != nil {
				return err
			}
			b.ten = append(b.ten, "--source", fmt.Sprintf("%s@n%d=%s", role, i, at))
		}
	}
	return nil
}

// warm reads a file anew, so that it lies in the page cache as what was read does.
func warm(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := forget(f); err != nil {
		return err
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{f}, make([]byte, 1<<20))
	return err
}

// packs writes what is looked for: patterns for ripgrep, packs for the tool.
func (b *bench) packs() error {
	b.rgPatterns = filepath.Join(b.work, "patterns.txt")
	b.pack50 = filepath.Join(b.work, "pack50.yaml")
	b.pack50one = filepath.Join(b.work, "pack50-literals.yaml")
	b.pack400 = filepath.Join(b.work, "pack400-literals.yaml")
	b.packCRE = filepath.Join(b.work, "pack-cre.yaml")
	return errors.Join(
		b.importCRE(),
		writeText(b.rgPatterns, pack.Text),
		writeText(b.pack50, pack.Of(pack.Patterns)),
		writeText(b.pack50one, pack.Of(pack.Many(50))),
		writeText(b.pack400, pack.Of(pack.Many(400))))
}

// importCRE carries CRE rules over into a pack, as one who has such rules does.
func (b *bench) importCRE() error {
	from := filepath.Join(b.work, "cre.yaml")
	if err := writeText(from, pack.CRE(pack.CRERules)); err != nil {
		return err
	}
	_, err := output(b.roomline, "rules", "import", "cre", from, "--output", b.packCRE)
	return err
}

func writeText(path, text string) error { return os.WriteFile(path, []byte(text), 0o644) }
