/** The report of `make startup`. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { writeJson } from '../../../record/json/file.ts';
import { readStartup, STARTUP_FILE } from '../../../record/startup/record.ts';
import { startupLines, writeStartupReport } from '../../../report/startup.ts';
import { startVerdictText, startupAnswer } from '../../../report/words/startup.ts';
import { UsageError } from '../../../util/errors.ts';
import { validStartup } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { StartVerdict } from '../../../analyse/startup.ts';

function written(changed?: Parameters<typeof validStartup>[0]) {
  const dir = path.join(temporaryFolder(), '20261121-093000-startup');
  mkdirSync(dir);
  writeJson(path.join(dir, STARTUP_FILE), validStartup(changed));
  return dir;
}

describe('the report of starts', () => {
  it('has each figure of each target with its interval, and a verdict beside all but the baseline', () => {
    const lines = startupLines(validStartup()).map((line) => line.replaceAll(/ +/g, ' ').trim());
    assert.equal(lines[0], 'First answer, mean of 6 starts');
    assert.match(lines[1], /^mvc 3\.03 s \[3\.02, 3\.05\] baseline$/);
    assert.match(lines[2], /^mvc-vt 4\.03 s \[4\.02, 4\.05\] ×1\.33 \[1\.3\d, 1\.3\d\] slower$/);
    assert.match(lines.join('\n'), /^mvc-vt 210 MiB .* more memory$/m);
    assert.ok(startupLines(validStartup()).every(({ length }) => length <= 100));
  });

  it('is a page without a script, with every start as a dot', () => {
    const { file } = writeStartupReport(written());
    const page = readFileSync(file, 'utf8');
    assert.doesNotMatch(page, /<script/);
    assert.ok(page.split('<circle').length - 1 >= 4 * 12);
    assert.match(page, /warm disk/);
    assert.match(readFileSync(writeStartupReport(written({ cold: true })).file, 'utf8'), /emptied before each start/);
  });

  it('begins with how long the baseline takes, and who is faster or slower', () => {
    const { targets } = readCatalogue();
    const answer = (...found: [string, number, StartVerdict | null][]) => {
      const means = found.map(([target, ratio, verdict]) => {
        const comparison = verdict && { ratio, low: null, high: null, adjustedP: null, verdict };
        return { target, starts: 6, mean: 3 * ratio, low: null, high: null, values: [], comparison };
      });
      return startupAnswer(means, targets);
    };
    const page = readFileSync(writeStartupReport(written()).file, 'utf8');
    assert.match(page, /MVC: first answer after 3\.0\d s\. Against it MVC-VT is slower \(×1\.33 /);
    assert.equal(answer(['mvc', 1, null]), 'MVC: first answer after 3.00 s.');
    assert.equal(answer(['mvc-vt', 0.5, 'less']), null);
    assert.equal(
      answer(
        ['mvc', 1, null],
        ['mvc-vt', 0.7, 'less'],
        ['mvc-jpa', 1.4, 'more'],
        ['webflux-r2dbc', 0.5, 'less'],
        ['webflux-jdbc', 1.01, 'same'],
        ['webflux-jpa', 1.5, 'more'],
      ),
      'MVC: first answer after 3.00 s. Against it 2 targets are faster, up to ×0.50 of its time (WebFlux+R2DBC); 2 targets are slower, up to ×1.50 of its time (WebFlux+JPA); no difference was shown for WebFlux+JDBC.',
    );
    assert.match(
      String(answer(['mvc', 1, null], ['mvc-vt', 0.7, 'indicative'], ['mvc-jpa', 1.4, 'indicative'])),
      /no verdict for 2 targets\.$/,
    );
  });

  it('says how large a difference may be that was not shown', () => {
    const same = { ratio: 1, low: 0.97, high: 1.02, verdict: 'same' } as const;
    assert.equal(startVerdictText('answerSeconds', same, 10), '~ no difference larger than ±3 %');
    assert.equal(startVerdictText('answerSeconds', { ...same, low: 1.001 }, 10), '~ (not significant)');
    assert.equal(startVerdictText('answerSeconds', { ...same, verdict: 'indicative' }, 3), 'indicative (3 starts)');
  });
});

it('startup.json is refused in one line where it contradicts itself', () => {
  const refuses = (changed: Parameters<typeof validStartup>[0], message: RegExp) =>
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
