import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvField, csvFields, csvLines, csvText } from '../../../util/csv.ts';
import { csvOf, type CsvColumn } from '../../../report/tables/csv.ts';
import { alignColumns } from '../../../util/table.ts';
import { oneLine, printable } from '../../../util/printable.ts';
import { percent, plusMinus } from '../../../util/text.ts';
import { nearestSecond, nearestSecondMs } from '../../../util/time.ts';

describe('shares', () => {
  it('are percentages with at most so many digits', () => {
    assert.equal(percent(0.5), '50 %');
    assert.equal(percent(0.0123), '1.2 %');
    assert.equal(percent(0.0123, 0), '1 %');
    assert.equal(percent(null), '–');
  });

  it('a tolerance keeps its digit', () => assert.equal(plusMinus(0.03), '±3.0 %'));
});

describe('text on a terminal', () => {
  it('has no control characters but those of lines and columns', () => {
    assert.equal(printable('a\x1b[2J\x1b]0;title\x07b\r\n\tc\x9b1m\x00'), 'ab\ufffd\n\tc\ufffd');
  });

  it('is one line where it is a message', () => assert.equal(oneLine("TARGETS=mvc\n: 'mvc\n'"), "TARGETS=mvc\\n: 'mvc\\n'"));
});

describe('tables of text', () => {
  it('are aligned, to the right where asked for, without blanks at the end', () => {
    const rows = [
      ['a', 'rows', 'x'],
      ['long', '1', ''],
    ];
    assert.deepEqual(alignColumns(rows, { right: (column) => column === 1 }), ['a     rows  x', 'long     1']);
    assert.deepEqual(alignColumns(rows, { rule: true }), ['a     rows  x', '----  ----  -', 'long  1']);
    assert.deepEqual(alignColumns(rows, { widths: [6] })[1], 'long    1');
  });
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
    assert.deepEqual(
      [...csvLines('a,b\n1,2\n\r\n3,4\n', 'a,b')],
      [
        { line: '1,2', number: 2 },
        { line: '3,4', number: 4 },
      ],
    );
    assert.throws(() => [...csvLines('b,a\n', 'a,b')], { message: "the header is 'b,a' instead of 'a,b'" });
  });
});

describe('CSV of a report', () => {
  it('has no text that a spreadsheet takes for a formula, and leaves numbers alone', () => {
    const columns: CsvColumn<{ value: string | number | null }>[] = [['value', ({ value }) => value, 1]];
    const cells = ['=HYPERLINK("x")', '+1', '-1', '@x', '\tx', 'a=b', -1.25, null].map((value) => ({ value }));
    assert.equal(csvOf(columns, cells), ['value', `"'=HYPERLINK(""x"")"`, "'+1", "'-1", "'@x", "'\tx", 'a=b', '-1.3', '', ''].join('\r\n'));
  });
});

describe('whole seconds', () => {
  it('are the nearest', () => {
    assert.equal(nearestSecond(1_499), 1);
    assert.equal(nearestSecond(1_500), 2);
    assert.equal(nearestSecondMs(1_996), 2_000);
  });
});
