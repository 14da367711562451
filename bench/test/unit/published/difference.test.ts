/** A refusal names the figure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { difference } from '../../../published/difference.ts';

const CSV = 'scenario,discarded,rps\nread,"a, ""b""",1.5\nread,,2.5\n';
const JSON_TEXT = JSON.stringify({ verdicts: [{ ratio: 1 }, { ratio: 0.94, low: null }] });
const MARKDOWN = `# a\n${'x'.repeat(100)}5,877 requests/s\n`;
const SHOWN = 'x'.repeat(16);

describe('the first difference of a file', () => {
  const cases: [what: string, file: string, there: string, wanted: string, expected: string | null][] = [
    ['none where it is the same', 'slices.csv', CSV, CSV, null],
    ['a field of a CSV file', 'slices.csv', CSV.replace('2.5', '2.6'), CSV, 'line 3, rps: 2.6; recomputed: 2.5'],
    ['a field in quotes', 'slices.csv', CSV.replace('a, ', 'c, '), CSV, 'line 2, discarded: "c, ""b"""; recomputed: "a, ""b"""'],
    ['a row that is missing', 'slices.csv', CSV.replace('read,,2.5\n', ''), CSV, 'line 3: ; recomputed: read,,2.5'],
    ['a field of a JSON file', 'verdicts.json', JSON_TEXT.replace('0.94', '0.84'), JSON_TEXT, 'verdicts[1].ratio: 0.84; recomputed: 0.94'],
    ['a field too many', 'run.json', '{"a":1,"command":["x"]}', '{"a":1}', 'command: ["x"]; recomputed: nothing'],
    ['how JSON is written', 'run.json', '{"a": 1}', '{"a":1}', 'line 1: {"a": 1}; recomputed: {"a":1}'],
    ['what is no JSON', 'run.json', 'x', '{}', 'its content: not JSON'],
    [
      'a place in a line of another file',
      'report.md',
      MARKDOWN.replace('5,877', '5,878'),
      MARKDOWN,
      `line 2: ${SHOWN}5,878 requests/s; recomputed: ${SHOWN}5,877 requests/s`,
    ],
  ];
  for (const [what, file, there, wanted, expected] of cases) {
    it(`is ${what}`, () => assert.equal(difference(file, there, wanted), expected && `${file}, ${expected}`));
  }
});
