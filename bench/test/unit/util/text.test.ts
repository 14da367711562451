import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvField, csvFields, csvLines, csvText } from '../../../util/csv.ts';
import { cellText } from '../../../report/tables/csv.ts';
import { alignColumns } from '../../../util/table.ts';
import { oneLine, printable } from '../../../util/printable.ts';
import { percent, plusMinus } from '../../../util/text.ts';
import { nearestSecond, nearestSecondMs } from '../../../util/time.ts';

it('shares have at most so many digits, and a tolerance keeps its own', () => {
  const shares = [percent(0.5), percent(0.0123), percent(0.0123, 0), percent(null), plusMinus(0.03)];
  assert.deepEqual(shares, ['50 %', '1.2 %', '1 %', '–', '±3.0 %']);
});

describe('text on a terminal', () => {
  it('has no control characters but those of lines and columns', () => {
    assert.equal(printable('a\x1b[2J\x1b]0;title\x07b\r\n\tc\x9b1m\x00'), 'ab\ufffd\n\tc\ufffd');
  });

  it('is one line where it is a message', () => assert.equal(oneLine("TARGETS=mvc\n: 'mvc\n'"), "TARGETS=mvc\\n: 'mvc\\n'"));
});

it('tables of text are aligned, to the right where asked for, without blanks at the end', () => {
  const rows = ['a,rows,x', 'long,1,'].map((row) => row.split(','));
  assert.deepEqual(alignColumns(rows, { right: (column) => column === 1 }), ['a     rows  x', 'long     1']);
  assert.deepEqual(alignColumns(rows, { rule: true }), ['a     rows  x', '----  ----  -', 'long  1']);
  assert.deepEqual(alignColumns(rows, { widths: [6] })[1], 'long    1');
});

describe('CSV', () => {
  it('quotes a field only where it must, and reads it back', () => {
    for (const text of ['plain', 'a,b', 'a "b"', 'a\nb', '']) assert.equal(csvText(csvField(text)), text);
    assert.equal(csvField('plain'), 'plain');
    assert.equal(csvField('a "b"'), '"a ""b"""');
  });

  it('a line has as many fields as commas outside quotes, and one more', () => {
    const fields = ['plain', '', csvField('a,b "c"'), ''];
    assert.deepEqual(csvFields(fields.join()), fields);
    assert.deepEqual(csvFields(''), ['']);
  });

  it('lines are numbered as an editor does; another header is refused', () => {
    const numbered = [...csvLines('a,b\n1,2\n\r\n3,4\n', 'a,b')].map(({ line, number }) => `${number}: ${line}`);
    assert.deepEqual(numbered, ['2: 1,2', '4: 3,4']);
    assert.throws(() => [...csvLines('b,a\n', 'a,b')], { message: "the header is 'b,a' instead of 'a,b'" });
  });

  it('of a report has no text that a spreadsheet takes for a formula, and leaves numbers alone', () => {
    const cells = ['=HYPERLINK("x")', '+1', '-1', '@x', '\tx', 'a=b', -1.25, null].map((value) => cellText(value, 1));
    assert.deepEqual(cells, [`"'=HYPERLINK(""x"")"`, "'+1", "'-1", "'@x", "'\tx", 'a=b', '-1.3', '']);
  });
});

it('whole seconds are the nearest', () => {
  assert.deepEqual([nearestSecond(1_499), nearestSecond(1_500), nearestSecondMs(1_996)], [1, 2, 2_000]);
});
