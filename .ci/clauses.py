#!/usr/bin/env python3
"""Shows that the cases of rules/testdata/clauses would come out otherwise without their clause: the reference judges each of them
with all clauses, which must give `expect`, and without its own, which must give `without`. Run from the checkout, beside ../shared."""
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', '..', 'shared', 'ref'), os.path.join(HERE, '..', '..', 'shared', 'check')]

import differ
from refjudge import REPAIRS, Pack, brief, read_bundle, report


def short(doc):
    out, b = [], brief(doc)
    for f in b['findings']:
        x = {k: f[k] for k in ('rule', 'entity', 'verdict', 'steps', 'root')}
        if f['explained_by']:
            x['explained_by'] = f['explained_by']
        if 'branches' in f:
            x['class'], x['branches'] = f['classify'], f['branches']
        if 'count' in f:
            x['count'] = f['count']
        out.append(x)
    return sorted(out + [{'rule': n['rule'], 'not_fired': n['verdict']} for n in b['not_fired']], key=json.dumps)


def main():
    bad, names = 0, []
    for path in sorted(glob.glob(os.path.join(HERE, '..', 'rules', 'testdata', 'clauses', 'P*'))):
        with open(os.path.join(path, 'expected.json'), encoding='utf-8') as f:
            want = json.load(f)
        name, pack, case = want['clause'], Pack(os.path.join(path, 'pack.yaml')), read_bundle(os.path.join(path, 'data'))
        names.append(name)
        for key, got in (('expect', report([pack], case)), ('without', differ.with_switches([name], [pack], case))):
            if short(got) != sorted(want[key], key=json.dumps):
                bad += 1
                print(f'{name} {key}: the reference says\n{json.dumps(short(got), indent=1)}')
        if want['expect'] == want['without']:
            bad += 1
            print(f'{name}: the same with and without it')
    missing = sorted(set(REPAIRS) - set(names))
    print(f'{len(names)} clauses, {bad} differ from what the reference says' + (f', no case for {", ".join(missing)}' if missing else ''))
    return 1 if bad or missing else 0


if __name__ == '__main__':
    sys.exit(main())
