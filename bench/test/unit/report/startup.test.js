/** The report of `make startup`. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readStartup, writeStartup } from '../../../record/startup/record.js';
import { startupLines, writeStartupReport } from '../../../report/startup/index.js';
import { startVerdictText } from '../../../report/words/variants/startup.js';
import { UsageError } from '../../../util/errors.js';
import { validStartup } from '../../fixtures/startup-record.js';
import { temporaryFolder } from '../../support/temporary.js';

/** @param {Parameters<typeof validStartup>[0]} [changed] */
function written(changed) {
  const record = validStartup(changed);
  const dir = path.join(temporaryFolder(), '20261121-093000-startup');
  mkdirSync(dir);
  writeStartup(dir, record);
  return dir;
}

describe('the report of starts', () => {
  it('has each figure of each target with its interval, and a verdict beside all but the baseline', () => {
    const lines = startupLines(validStartup()).map((line) => line.replaceAll(/ +/g, ' ').trim());
    assert.equal(lines[0], 'First answer, mean of 6 starts');
    assert.match(lines[1], /^mvc 3\.03 s \[3\.02, 3\.05\] baseline$/);
    assert.match(lines[2], /^mvc-vt 4\.03 s \[4\.02, 4\.05\] ×1\.33 \[1\.3\d, 1\.3\d\] slower$/);
    assert.ok(
      lines.some((line) => /^mvc-vt 210 MiB .* more memory$/.test(line)),
      lines.join('\n'),
    );
    assert.ok(startupLines(validStartup()).every(({ length }) => length <= 100));
  });

  it('is a page without a script, with every start as a dot', () => {
    const { file } = writeStartupReport(written());
    const page = readFileSync(file, 'utf8');
    assert.doesNotMatch(page, /<script/);
    assert.equal(page.split('<circle').length - 1 >= 4 * 12, true);
    assert.match(page, /warm disk/);
    assert.match(readFileSync(writeStartupReport(written({ cold: true })).file, 'utf8'), /emptied before each start/);
  });

  it('says how large a difference may be that was not shown', () => {
    const same = /** @type {const} */ ({ ratio: 1, low: 0.97, high: 1.02, adjustedP: 0.5, verdict: 'same' });
    assert.equal(startVerdictText('answerSeconds', same, 10), '~ no difference larger than ±3 %');
    assert.equal(startVerdictText('answerSeconds', { ...same, low: 1.001 }, 10), '~ (not significant)');
    assert.equal(startVerdictText('answerSeconds', { ...same, verdict: 'indicative' }, 3), 'indicative (3 starts)');
  });
});

describe('startup.json', () => {
  it('is refused in one line where it contradicts itself', () => {
    const refuses = (/** @type {Parameters<typeof validStartup>[0]} */ changed, /** @type {RegExp} */ message) =>
      assert.throws(
        () => readStartup(written(changed)),
        (error) => error instanceof UsageError && message.test(error.message) && !error.message.includes('\n'),
      );
    const [start] = validStartup().measured;
    refuses({ id: 'x' }, /id is "x"; accepted is the name of its folder/);
    refuses({ targets: ['mvc', 'mine'] }, /targets\[1\] is "mine"; accepted is an entry of its catalogue.targets/);
    refuses({ baseline: 'webflux-jdbc' }, /baseline is "webflux-jdbc"; accepted is one of its targets/);
    refuses({ measured: [start, start] }, /measured\[1\] is "mvc, round 1"; accepted is each start once/);
    refuses({ measured: [{ ...start, answerSeconds: -1 }] }, /measured\[0\]\.answerSeconds is -1; accepted is a number from 0/);
  });
});
