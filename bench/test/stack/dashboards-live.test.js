/** Every query of the dashboards, executed against the databases that a smoke run of all targets has just filled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBundle } from '../../analyse/index.js';
import { RunJournal } from '../../record/journal/run.js';
import { readCatalogue, root } from '../../record/catalogue.js';
import { publishCell } from '../../collect/cell-point.js';
import { voidText } from '../../report/words/void.js';
import { checkDashboards } from '../../dashboards/check.js';
import { panelsOf, readDashboards } from '../../dashboards/read.js';
import { dashboardsDir } from '../../dashboards/write.js';
import { compareOptions } from '../../plan/knobs.js';
import { limitsOf } from '../../plan/limits.js';
import { newRun } from '../../plan/run.js';
import { describe } from '../../run/describe.js';
import { chooseTargets } from '../../plan/pairs.js';
import { CellMeasurement } from '../../measure/cell/measurement.js';
import { Jvms } from '../../measure/jvms.js';
import { startServices, withEngine } from '../../run/with-engine.js';
import { cacheDir } from '../../setup/cache.js';
import { temporaryFolder } from '../support/temporary.js';

const catalogue = readCatalogue();
const RUN = '20261121-000000-smoke';

/** Newest points are written, and scraped, some seconds after their time. */
const MARGIN_MS = 3000;

/** @type {any} */
const SILENT = { update: () => {} };

const command = {
  catalogue,
  env: {},
  root,
  cacheDir: cacheDir(),
  resultsDir: temporaryFolder(),
  signal: new AbortController().signal,
  log: () => {},
  warn: () => {},
};

/**
 * A smoke staircase of two scenarios on every target, as `make compare` runs it.
 * @param {import('../../run/with-engine.js').Work} work
 * @returns {Promise<import('../../dashboards/variables.js').Window>} when the load was
 */
async function measure({ engine, tools }) {
  const fromMs = Date.now() - MARGIN_MS;
  const options = compareOptions({ PROFILE: 'smoke', SCENARIOS: 'read,simple', SEED: '1' }, catalogue);
  const run = { ...newRun(options, catalogue, 'smoke'), id: RUN };
  const journal = RunJournal.start(command.resultsDir, run, describe(command, engine, tools, run));
  const jvms = new Jvms(engine);
  await Promise.all(options.targets.map((target) => jvms.running(target)));
  const context = { ...command, run, catalogueFile: null, cores: 1, k6Bin: tools.k6.bin, engine, jvms, progress: SILENT, live: null };
  for (const planned of journal.pending) {
    const dir = journal.openCell(planned);
    const { cell } = await new CellMeasurement(planned, dir, context).measure();
    assert.equal(cell.state, 'ok', String(cell.reason));
    journal.closeCell(dir, cell);
    await publishCell(engine.endpoints.influx, journal.run, readBundle(journal.dir).readCell({ ...planned, state: 'ok' }), voidText);
  }
  return { fromMs, toMs: Date.now() + MARGIN_MS };
}

/**
 * A failed request as the rollup output writes it: a good run has none.
 * @param {import('../../collect/influx.js').Influx} influx
 * @param {number} timeMs
 */
async function writeFailure({ url, database }, timeMs) {
  const tags = `run=${RUN},target=mvc,scenario=read,round=1,name=read,status=503,error_code=1503,expected_response=false`;
  const line = `http_reqs,${tags} value=1 ${Math.floor(timeMs / 1000)}`;
  const response = await fetch(`${url}/write?db=${database}&precision=s`, { method: 'POST', body: line });
  assert.equal(response.status, 204);
}

test('every query of the dashboards returns data after a smoke run, and a broken panel is found', async (context) => {
  await withEngine(command, chooseTargets(undefined, catalogue), limitsOf({}), async (work) => {
    await startServices(work.engine);
    const window = await measure(work);
    const { influx, prometheus } = work.engine.endpoints;
    const dashboards = readDashboards(dashboardsDir);
    const check = () => checkDashboards(dashboards, { influx, prometheus }, window, { quota: work.engine.limits().enforced === 'quota' });

    const good = await check();
    assert.deepEqual(good.problems, []);
    context.diagnostic(`${good.executed} queries executed; without data: ${good.empty.join('; ') || 'none'}`);

    await writeFailure(influx, window.fromMs + MARGIN_MS);
    const failed = await check();
    assert.deepEqual(failed.problems, []);
    assert.deepEqual(
      failed.empty.filter((line) => line.includes('Failures')),
      [],
    );
    context.diagnostic(`${failed.executed} queries executed after a failed request; without data: ${failed.empty.join('; ') || 'none'}`);

    const [panel] = panelsOf(dashboards[0].dashboard);
    panel.targets[0].query = panel.targets[0].query.replace('"cell"', '"cells"');
    const broken = await check();
    assert.match(broken.problems.join('\n'), /no data.*"cells"[^]*no measurement cells/);
  });
});
