/** Every damaged bundle is a report, or one line that names the file. Nothing of it is started, and nothing is written outside its folder. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { report } from '../../../commands/report.ts';
import { study } from '../../../commands/study.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { readRunNamed } from '../../../record/results/runs.ts';
import { writeCapacityReport } from '../../../report/capacity/index.ts';
import { pageScript, pageStyle } from '../../../report/html/document.ts';
import { resumable } from '../../../run/resume.ts';
import { UsageError } from '../../../util/errors.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validCapacity, validCalibration } from '../../fixtures/records.ts';
import { damagedJson, damagedText, inflict, type Damage } from '../../support/damage.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary.ts';

const catalogue = readCatalogue();
const [scenario, target, other] = ['read', 'mvc', 'webflux-r2dbc'];
const own = {
  targets: { [target]: catalogue.targets[target], [other]: catalogue.targets[other] },
  scenarios: { [scenario]: catalogue.scenarios[scenario] },
  dependencies: {},
  settings: {},
};

// Two folders deep, so that a path that leads out of the bundle has somewhere to lead to.
const outside = temporaryFolder();
const resultsDir = path.join(outside, 'results');
const id = '20261121-093000-quick';
const dir = path.join(resultsDir, id);
makeBundle(dir, {
  ...{ rounds: 1, blocks: 1, scenarios: [scenario], targets: [target, other], levels: [10] },
  run: { catalogue: own, calibration: validCalibration() },
});
const part = `parts/${scenario}/1-1`;

/** @returns all that is outside the bundle */
function strangers(): string[] {
  return readdirSync(outside, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith(path.join('results', id)));
}
const before = strangers();
afterEach(() => assert.deepEqual(strangers(), before));

function assertOneLine(error: Error, file: string, what: string) {
  assert.ok(error instanceof UsageError, `${what}: ${error.stack}`);
  const { message } = error;
  assert.ok(message.includes(path.basename(file)), `${what}: ${message.slice(0, 300)}`);
  assert.ok(!message.includes('\n') && message.length < 600, `${what}: ${message.slice(0, 1000)}`);
  assert.doesNotMatch(message, /nothing can be made of it/, `${what}: ${(error.cause as Error)?.stack}`);
}

function assertHarmless(page: string, what: string) {
  const others = [pageScript(), pageStyle()].reduce((rest, text) => rest.replace(text, () => ''), page);
  const data = ['data', 'choices'].filter((each) => page.includes(`<script type="application/json" id="${each}">`)).length;
  assert.equal(others.match(/<script[ >]/g)?.length ?? 0, data > 0 ? data + 1 : 0, `${what}: another script`);
  assert.equal(others.match(/<style[ >]/g)?.length, 1, `${what}: another style`);
  assert.doesNotMatch(others, /<img|<!--/, what);
  assertSane(others, what);
}

function assertSane(text: string, what: string) {
  const found = /.{0,60}(\b(undefined|NaN|Infinity)\b|\[object Object\]|∞).{0,60}/.exec(text)?.[0];
  assert.equal(found, undefined, what);
}

const written = (name: string) => readFileSync(path.join(dir, name), 'utf8');
const log = () => {};
const command = { catalogue, resultsDir, root, env: { RUN: id }, log, warn: log, cacheDir: '', signal: AbortSignal.timeout(2 ** 30) };
const resumed = () => resumable({ ...command, env: {} }, readRunNamed(resultsDir, 'RESUME', id));

async function assertReported(what: string) {
  await report(command);
  assertHarmless(written('report.html'), what);
  for (const each of ['report.md', 'slices.csv', 'verdicts.json', 'report.svg']) assertSane(written(each), `${what}, ${each}`);
}

function assertResumedAsOwn(what: string) {
  try {
    const run = resumed();
    assert.equal(run.catalogue, catalogue);
    assert.equal(run.id, id);
  } catch (error) {
    assertOneLine(error as Error, /RESUME=/.test(String(error)) ? '' : 'run.json', `RESUME, ${what}`);
  }
}

/** @param folder a good bundle @param show looks at what is shown @param refused checks an error @returns how many were shown all the same */
async function tryAll(
  folder: string,
  damages: Iterable<Damage>,
  show: (what: string) => Promise<void> | void,
  refused: (error: Error, file: string, what: string) => void = assertOneLine,
): Promise<number> {
  let shown = 0;
  for (const damage of damages) {
    const mend = inflict(folder, damage, unlinkSync);
    const what = `${damage.file}, ${damage.name}`;
    try {
      await show(what);
      shown += 1;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      refused(error as Error, damage.file, what);
    } finally {
      mend();
    }
  }
  return shown;
}

describe('a damaged bundle', () => {
  it('is a report while it is whole', async () => {
    await assertReported('whole');
    assert.equal(resumed().catalogue, catalogue);
  });

  it('is one line or a report: every field of run.json', async () => {
    const show = async (what: string) => {
      assertResumedAsOwn(what);
      await assertReported(what);
    };
    assert.ok((await tryAll(dir, damagedJson(dir, 'run.json'), show)) > 0);
  });

  it('is one line or a report: every field of part.json', async () => {
    assert.ok((await tryAll(dir, damagedJson(dir, `${part}/part.json`), assertReported)) > 0);
  });

  for (const name of ['http.hlog', `server-${target}.csv`, 'processes.csv', 'rollup.json']) {
    it(`is a report that says what is missing: ${name}`, async () => {
      const damages = [...damagedText(dir, `${part}/${name}`)];
      assert.equal(await tryAll(dir, damages, assertReported), damages.length);
    });
  }

  it('is one line where something in it leads out of its folder, or never ends', async () => {
    const secret = path.join(outside, 'secret');
    writeFileSync(secret, 'secret');
    const places = ['report.html', 'report.html.partial', 'run.json.partial', 'parts', `${part}/http.hlog`, 'parts/read/9-9'];
    for (const place of places) {
      const file = path.join(dir, place);
      const aside = `${dir}-aside`;
      const isThere = existsSync(file);
      if (isThere) renameSync(file, aside);
      symlinkSync(place === 'parts' ? outside : secret, file);
      const message = `${path.basename(place)}: is a symbolic link; a run's folder has files and folders alone`;
      await assert.rejects(report(command), ({ message: said }: Error) => said.endsWith(message));
      assert.throws(resumed, UsageError);
      unlinkSync(file);
      if (isThere) renameSync(aside, file);
    }
    const pipe = path.join(dir, part, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(report(command), /pipe: is a named pipe; /);
    unlinkSync(pipe);
    assert.equal(readFileSync(secret, 'utf8'), 'secret');
    unlinkSync(secret);
  });
});

it('a damaged search for capacities is one line or a page', async () => {
  const folder = path.join(resultsDir, '20261121-093000-capacity');
  const good = validCapacity({ targets: [target], scenarios: [scenario], catalogue: own, calibration: validCalibration() });
  writeFiles(folder, { 'capacity.json': JSON.stringify(good) });
  const show = (what: string) => assertHarmless(readFileSync(writeCapacityReport(folder), 'utf8'), what);
  assert.ok((await tryAll(folder, damagedJson(folder, 'capacity.json'), show)) > 0);
  rmSync(folder, { recursive: true });
});

it('a damaged run of a study is one line or a page', async () => {
  const good = written('run.json');
  const ofStudy = { id: 'S0', run: 'main', session: 'S0-2026', knobs: { SEED: '1' } };
  writeFileSync(path.join(dir, 'run.json'), JSON.stringify({ ...JSON.parse(good), study: ofStudy }));
  const damages = [...damagedJson(dir, 'run.json')].filter(({ name }) => / (markup|path|with .*)$|^study/.test(name));
  const show = async (what: string) => {
    await study({ ...command, env: { RUN: id } });
    for (const page of ['study-S0.html', 'studies.html']) assertHarmless(readFileSync(path.join(resultsDir, page), 'utf8'), what);
  };
  const refused = (error: Error, _: string, what: string) =>
    assert.ok(error instanceof UsageError && !error.message.includes('\n'), `${what}: ${error.stack}`);
  assert.ok((await tryAll(dir, damages, show, refused)) > 0);
  writeFileSync(path.join(dir, 'run.json'), good);
  for (const name of ['study-S0.html', 'study-S0.md', 'studies.html']) rmSync(path.join(resultsDir, name), { force: true });
});
