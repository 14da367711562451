/** Every query of the dashboards, executed against the databases that a smoke run of all targets has just filled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBundle } from '../../analyse/index.js';
import { BundleWriter } from '../../record/bundle-writer.js';
import { readCatalogue, root } from '../../record/catalogue.js';
import { publishCell } from '../../collect/cell-point.js';
import { checkDashboards } from '../../dashboards/check.js';
import { panelsOf, readDashboards } from '../../dashboards/read.js';
import { dashboardsDir } from '../../dashboards/write.js';
import { compareOptions } from '../../plan/knobs.js';
import { limitsOf } from '../../plan/limits.js';
import { chooseTargets } from '../../plan/pairs.js';
import { CellMeasurement } from '../../measure/cell.js';
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
  const cells = options.scenarios.flatMap((scenario) => options.targets.map((target) => plannedCell(scenario, target)));
  const bundle = new BundleWriter(command.resultsDir, /** @type {any} */ ({ schema: 1, id: RUN, ...options, catalogue, cells, notes: [] }));
  const jvms = new Jvms(engine);
  await Promise.all(options.targets.map((target) => jvms.running(target)));
  const around = { ...command, ...options, runId: RUN, cores: 1, k6Bin: tools.k6.bin, engine, jvms, progress: SILENT, live: null };
  for (const cell of cells) {
    const dir = bundle.openCell(cell);
    const { record } = await new CellMeasurement(cell, dir, around).measure();
    assert.equal(record.state, 'ok', String(record.reason));
    bundle.closeCell(cell, dir, record);
    await publishCell(engine.endpoints.influx, bundle.run, readBundle(bundle.dir).readCell(cell));
  }
  return { fromMs, toMs: Date.now() + MARGIN_MS };
}

/** @param {string} scenario @param {string} target @returns {import('../../record/run.js').PlannedCell} */
function plannedCell(scenario, target) {
  return { scenario, target, round: 1, order: 1, state: 'pending', reason: null };
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
