import assert from 'node:assert/strict';
import test from 'node:test';
import { failures } from '../../../verify/words.ts';

const NOTHING = { rows: [], errors: [], errorWires: [], streams: [], scrapes: [] };

test('error cases that failed alike are one sentence, also if a target answers none of more than a hundred', () => {
  const silent = (name: string) => ({ target: 'mvc', name, ok: false, detail: 'no answer: no answer within 15 s' });
  const wrong = { target: 'mvc', name: 'unknown id', ok: false, detail: 'status: expected 404, got 500' };
  const fine = { target: 'mvc', name: 'no body', ok: true, detail: 'as expected' };
  assert.deepEqual(
    failures({ ...NOTHING, errors: [silent('bad id'), wrong, fine, silent('bad type'), silent('no type')] }).map(
      ({ sentence }) => sentence,
    ),
    ['mvc, 3 error cases, the first bad id: no answer: no answer within 15 s', 'mvc, error case unknown id: status: expected 404, got 500'],
  );
});
