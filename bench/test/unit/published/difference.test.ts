/** A refusal names the figure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { difference } from '../../../published/difference.ts';

describe('the first difference of a file', () => {
  it('is none where it is the same', () => {
    assert.equal(difference('slices.csv', 'a\n1\n', 'a\n1\n'), null);
  });

  it('is a line and a column of a CSV file', () => {
    const wanted = 'scenario,discarded,rps\nread,"a, ""b""",1.5\nread,,2.5\n';
    assert.equal(difference('slices.csv', wanted.replace('2.5', '2.6'), wanted), 'slices.csv, line 3, rps: 2.6; recomputed: 2.5');
    assert.equal(
      difference('slices.csv', wanted.replace('a, ', 'c, '), wanted),
      'slices.csv, line 2, discarded: "c, ""b"""; recomputed: "a, ""b"""',
    );
    assert.equal(difference('slices.csv', wanted.replace('read,,2.5\n', ''), wanted), 'slices.csv, line 3: ; recomputed: read,,2.5');
  });

  it('is a field of a JSON file, however it is written', () => {
    const wanted = JSON.stringify({ verdicts: [{ ratio: 1 }, { ratio: 0.94, low: null }] });
    assert.equal(
      difference('verdicts.json', wanted.replace('0.94', '0.84'), wanted),
      'verdicts.json, verdicts[1].ratio: 0.84; recomputed: 0.94',
    );
    assert.equal(difference('run.json', '{"a":1,"command":["x"]}', '{"a":1}'), 'run.json, command: ["x"]; recomputed: nothing');
    assert.match(String(difference('run.json', '{"a": 1}', '{"a":1}')), /^run\.json, line 1: /);
    assert.equal(difference('run.json', 'x', '{}'), 'run.json, its content: not JSON');
  });

  it('is a place in a line of another file', () => {
    const wanted = `# a\n${'x'.repeat(100)}5,877 requests/s\n`;
    assert.equal(
      difference('report.md', wanted.replace('5,877', '5,878'), wanted),
      `report.md, line 2: ${'x'.repeat(16)}5,878 requests/s; recomputed: ${'x'.repeat(16)}5,877 requests/s`,
    );
  });
});
