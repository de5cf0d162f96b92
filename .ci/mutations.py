#!/usr/bin/env python3
"""Shows that the cases of rules/testdata/clauses notice it when a clause is lost in the code: each row reads one clause otherwise in
one place, and the case of that clause has to fail. Nothing is written to the checkout. Run from anywhere; a word
runs only those whose words hold it."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MUTATIONS = [  # clause, file, what stands there, what stands there instead, in words
    ('P03', 'rules/window.go', 'return &window{start: c.bind[previous]}', 'return &window{whole: true}', 'a step without a window looks at the whole span'),
    ('P09', 'rules/op_holds.go', ' && h.ln.fresh[i] > 0\n', '\n', 'a frozen value violates'),
    ('P09', 'rules/op_rises.go', 'frozen = frozen || ln.fresh[i] == 0', '_ = i', 'rises and falls are F among frozen values'),
    ('P09', 'rules/op_rises.go', 'apart(i, j) && ln.fresh[j] > 0', 'apart(i, j)', 'a pair counts whose later sample is not fresh'),
    ('P19', 'ingest/begin.go', 'cut: head || a.afterHole', 'cut: head && false || a.afterHole', 'a record at the head of a file is whole'),
    ('P19', 'ingest/begin.go', 'cut: head || a.afterHole', 'cut: head', 'a record behind a hole is whole'),
    ('P19', 'ingest/assemble.go', '\t\ta.rec.cut = true\n\t\ta.close()', '\t\ta.close()', 'a record that ends at a hole is whole'),
    ('P19', 'ingest/merge.go', 'g.tail.any && g.tail.open', 'false', 'a record that ends its file is whole'),
    ('P19', 'timeline/hits.go', '!(h.Cut && inc.Schema.Signals[h.Signal].HasNot)', 'true', 'the `not` of a cut record is shown'),
    ('P20', 'rules/cause.go', ' || effect.hiddenCause(r, e)', '', 'a cause cannot hide where it would have to lie'),
    ('P20', ('rules/cause.go', 'rules/edges.go'), ('\tv := effect.c.later(a, b)\n', 'to = from + sort.Search(len(l.all)-from, func(i int) bool { return l.all[from+i].c.anchor.Lo >= at.Hi+k })'),
     ('\tv := timeline.T\n', 'to = len(l.all)'), 'a cause may come after the effect'),
    ('P22', 'rules/cover.go', 'if s.Emits.Kind == timeline.EmitAlways {', 'if true {', 'the silence of a line that is not always printed counts'),
]


def caught(clause, files, olds, news, scratch):
    rows = [(files, olds, news)] if isinstance(files, str) else list(zip(files, olds, news))
    replace, overlay = {}, os.path.join(scratch, 'overlay.json')
    for n, (file, old, new) in enumerate(rows):
        with open(os.path.join(ROOT, file), encoding='utf-8') as f:
            text = f.read()
        if text.count(old) != 1:
            return f'{old!r} stands {text.count(old)} times in {file}'
        changed = replace[os.path.join(ROOT, file)] = os.path.join(scratch, f'changed{n}.go')
        with open(changed, 'w', encoding='utf-8') as f:
            f.write(text.replace(old, new))
    with open(overlay, 'w', encoding='utf-8') as f:
        json.dump({'Replace': replace}, f)
    p = subprocess.run(['go', 'test', '-vet=off', '-overlay', overlay, './rules', '-run', f'TestClauses/{clause}$'], cwd=ROOT, capture_output=True, text=True, check=False)
    if 'build failed' in p.stdout + p.stderr:
        return 'it does not compile: ' + p.stderr[-300:]
    return '' if f'FAIL: TestClauses/{clause}' in p.stdout else 'it goes unnoticed'


def main():
    tried = bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for clause, file, old, new, words in MUTATIONS:
            if len(sys.argv) > 1 and sys.argv[1] not in words:
                continue
            why = caught(clause, file, old, new, scratch)
            tried, bad = tried + 1, bad + (why != '')
            print(f'{clause} {words}: {why or "caught"}', flush=True)
    print(f'{tried} mutations, {bad} not caught')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
