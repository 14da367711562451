/** Every damaged bundle is a report, or one line that names the file. Nothing of it is started, and nothing is written outside its folder. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
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
import { temporaryFolder } from '../../support/temporary.ts';

const FEWEST = 300;
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
const command = {
  catalogue,
  resultsDir,
  root,
  env: { RUN: id },
  log: () => {},
  warn: () => {},
  cacheDir: '',
  signal: AbortSignal.timeout(2 ** 30),
};

/** @returns was there a report? */
async function reported({ file, name }: Damage): Promise<boolean> {
  const what = `${file}, ${name}`;
  try {
    await report(command);
  } catch (error) {
    assertOneLine(error as Error, file, what);
    return false;
  }
  assertHarmless(written('report.html'), what);
  for (const each of ['report.md', 'slices.csv', 'verdicts.json', 'report.svg']) assertSane(written(each), `${what}, ${each}`);
  return true;
}

function assertResumedAsOwn({ file, name }: Damage) {
  try {
    const run = resumable({ ...command, env: {} }, readRunNamed(resultsDir, 'RESUME', id));
    assert.equal(run.catalogue, catalogue);
    assert.equal(run.id, id);
  } catch (error) {
    assertOneLine(error as Error, /RESUME=/.test(String(error)) ? '' : file, `RESUME, ${file}, ${name}`);
  }
}

let count = 0;

/** @returns how many were reported all the same */
async function tryAll(damages: Iterable<Damage>): Promise<number> {
  let reports = 0;
  for (const damage of damages) {
    const mend = inflict(dir, damage, unlinkSync);
    count += 1;
    try {
      if (await reported(damage)) reports += 1;
      if (damage.file === 'run.json' && damage.content !== null) assertResumedAsOwn(damage);
    } finally {
      mend();
    }
  }
  assert.deepEqual(strangers(), before);
  return reports;
}

describe('a damaged bundle', () => {
  after(() => assert.ok(count >= FEWEST, `${count} bundles`));

  it('is a report while it is whole', async () => {
    assert.equal(await reported({ file: '', name: 'whole', content: null }), true);
    const run = resumable({ ...command, env: {} }, readRunNamed(resultsDir, 'RESUME', id));
    assert.equal(run.catalogue, catalogue);
  });

  for (const file of ['run.json', `${part}/part.json`]) {
    it(`is one line or a report: every field of ${file}`, async () => {
      assert.ok((await tryAll(damagedJson(dir, file))) > 0);
    });
  }

  for (const name of ['http.hlog', `server-${target}.csv`, 'processes.csv', 'rollup.json']) {
    const file = `${part}/${name}`;
    it(`is a report that says what is missing: ${file}`, async () => {
      const damages = [...damagedText(dir, file)];
      assert.equal(await tryAll(damages), damages.length);
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
      await assert.rejects(
        report(command),
        new RegExp(`${path.basename(place)}: is a symbolic link; a run's folder has files and folders alone$`),
      );
      assert.throws(() => resumable({ ...command, env: {} }, readRunNamed(resultsDir, 'RESUME', id)), UsageError);
      unlinkSync(file);
      if (isThere) renameSync(aside, file);
    }
    const pipe = path.join(dir, part, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(report(command), /pipe: is a named pipe; /);
    unlinkSync(pipe);
    assert.equal(readFileSync(secret, 'utf8'), 'secret');
    unlinkSync(secret);
    assert.deepEqual(strangers(), before);
  });
});

/** @param show writes pages and returns their names @param refused checks an error */
async function pagesOf(
  folder: string,
  damages: Damage[],
  show: () => Promise<string[]> | string[],
  refused: (error: Error, what: string) => void,
) {
  let pages = 0;
  for (const damage of damages) {
    const mend = inflict(folder, damage, unlinkSync);
    const what = `${path.basename(folder)}, ${damage.name}`;
    try {
      for (const page of await show()) assertHarmless(readFileSync(page, 'utf8'), what);
      pages += 1;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      refused(error as Error, what);
    } finally {
      mend();
    }
  }
  assert.ok(pages > 0);
}

it('a damaged search for capacities is one line or a page', async () => {
  const folder = path.join(resultsDir, '20261121-093000-capacity');
  mkdirSync(folder);
  const good = validCapacity({ targets: [target], scenarios: [scenario], catalogue: own, calibration: validCalibration() });
  writeFileSync(path.join(folder, 'capacity.json'), JSON.stringify(good));
  const damages = [...damagedJson(folder, 'capacity.json')];
  await pagesOf(
    folder,
    damages,
    () => [writeCapacityReport(folder)],
    (error, what) => assertOneLine(error, 'capacity.json', what),
  );
  rmSync(folder, { recursive: true });
  assert.deepEqual(strangers(), before);
});

it('a damaged run of a study is one line or a page', async () => {
  const good = written('run.json');
  const ofStudy = { id: 'S0', run: 'main', session: 'S0-2026', knobs: { SEED: '1' } };
  writeFileSync(path.join(dir, 'run.json'), JSON.stringify({ ...JSON.parse(good), study: ofStudy }));
  const damages = [...damagedJson(dir, 'run.json')].filter(({ name }) => / (markup|path|with .*)$|^study/.test(name));
  const show = async () => {
    await study({ ...command, env: { RUN: id } });
    return ['study-S0.html', 'studies.html'].map((page) => path.join(resultsDir, page));
  };
  await pagesOf(dir, damages, show, (error, what) => {
    assert.ok(error instanceof UsageError && !error.message.includes('\n'), `${what}: ${error.stack}`);
  });
  writeFileSync(path.join(dir, 'run.json'), good);
  for (const name of ['study-S0.html', 'study-S0.md', 'studies.html']) rmSync(path.join(resultsDir, name), { force: true });
  assert.deepEqual(strangers(), before);
});
