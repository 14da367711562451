/** Whether the variants of a service give the same answers, by what k6 has logged. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersIn, differenceOf, setupSecondsIn } from '../../../measure/same-answers.ts';
import type { Answer } from '../../../../k6/lib/own/options.js';

const answer = (other: Partial<Answer> = {}) => ({
  ...{ method: 'GET', url: '/a', sent: '0', status: 200, type: 'text/plain', length: 3, hash: 'abc' },
  ...other,
});

const difference = (old: Partial<Answer>[], fresh: Partial<Answer>[]) =>
  differenceOf([
    { target: 'old', answers: old.map(answer) },
    { target: 'new', answers: fresh.map(answer) },
  ]);

describe('answers', () => {
  it('are read from the lines of the log, whatever else it has', () => {
    const line = (value: unknown) => `time="…" level=info msg=${JSON.stringify(`answer ${JSON.stringify(value)}`)} source=console\n`;
    const quoted = answer({ type: 'text/plain; charset="utf-8"' });
    const log = `time="…" level=info msg="an answer {\\"a\\"" source=console\n${line(answer())}running (1s)\n${line(quoted)}`;
    assert.deepEqual(answersIn(log), [answer(), quoted]);
  });

  it('come after a setup() whose time is there, too', () => {
    const log = 'time="…" level=info msg="setup 6120 ms" source=console\n';
    assert.equal(setupSecondsIn(log), 6.12);
    assert.equal(setupSecondsIn(''), 0);
  });

  it('of the same requests must be the same', () => {
    assert.equal(difference([{}, { url: '/b' }], [{ url: '/b' }, {}]), null);
    const unlike: [Partial<Answer>, string][] = [
      [{ status: 500 }, 'status 500 instead of 200'],
      [{ type: 'text/html' }, 'content type text/html instead of text/plain'],
      [{ length: 4, hash: 'x' }, 'length 4 instead of 3'],
      [{ hash: 'x' }, 'another body of the same length'],
    ];
    for (const [fresh, what] of unlike) assert.equal(difference([{}], [fresh]), `new answers GET /a with ${what}, unlike old`);
  });

  it('of other requests say nothing: another path, method or body', () => {
    for (const other of [{ url: '/other' }, { method: 'PUT' }, { sent: '1' }]) {
      assert.equal(difference([{}], [{ ...other, hash: 'x' }]), null);
    }
  });
});
