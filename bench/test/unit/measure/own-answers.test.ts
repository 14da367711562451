/** Whether the variants of a service give the same answers, by what k6 has logged. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersIn, differenceOf, isOfTarget, setupSecondsIn, type Answer } from '../../../measure/own/same-answers.ts';

const answer = (other: Partial<Answer> = {}) => ({
  method: 'GET',
  url: '/a',
  sent: '0',
  status: 200,
  type: 'text/plain',
  length: 3,
  hash: 'abc',
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

  it('are the target’s where the address begins with the path', () => {
    assert.equal(isOfTarget(answer()), true);
    assert.equal(isOfTarget(answer({ url: 'http://localhost:9/a' })), false);
  });

  it('of the same requests must be the same', () => {
    assert.equal(difference([{}, { url: '/b' }], [{ url: '/b' }, {}]), null);
    assert.equal(difference([{}], [{ status: 500 }]), 'new answers GET /a with status 500 instead of 200, unlike old');
    assert.equal(
      difference([{}], [{ type: 'text/html' }]),
      'new answers GET /a with content type text/html instead of text/plain, unlike old',
    );
    assert.equal(difference([{}], [{ length: 4, hash: 'x' }]), 'new answers GET /a with length 4 instead of 3, unlike old');
    assert.equal(difference([{}], [{ hash: 'x' }]), 'new answers GET /a with another body of the same length, unlike old');
  });

  it('of other requests say nothing: another path, method or body', () => {
    assert.equal(difference([{}], [{ url: '/other', hash: 'x' }]), null);
    assert.equal(difference([{}], [{ method: 'PUT', hash: 'x' }]), null);
    assert.equal(difference([{}], [{ sent: '1', hash: 'x' }]), null);
  });
});
