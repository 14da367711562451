import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { readBundle } from '../../../record/bundle-reader.js';
import { partsOf } from '../../../run/replay/points.js';
import { contentOf } from '../../../run/replay/index.js';
import { Samples } from '../../../run/replay/samples.js';
import { sum } from '../../../util/math.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { temporaryFolder } from '../../support/temporary.js';

const dir = path.join(temporaryFolder(), '20261121-093000-quick');
/** @type {import('../../../record/raw-cell.js').Bundle} */
let bundle;
/** @type {import('../../../run/replay/points.js').Part[]} */
let parts;
before(() => {
  makeBundle(dir, { rounds: 1, scenarios: ['read', 'create'], targets: ['mvc', 'webflux-r2dbc'], blocks: 1 });
  bundle = readBundle(dir);
  parts = [...partsOf(bundle)];
});

/** @param {string[]} lines @param {RegExp} series @param {string} field @returns {number} sum over its points */
function total(lines, series, field) {
  const value = new RegExp(`[ ,]${field}=([\\d.]+)`);
  return sum(lines.filter((line) => series.test(line)).map((line) => Number(value.exec(line)?.[1])));
}

test('every cell and every sequence has its points, and its requests are those of its record', () => {
  assert.equal(parts.length, bundle.run.cells.length + bundle.run.sequences.length);
  for (const [index, planned] of bundle.run.cells.entries()) {
    const { cell } = bundle.readCell(planned);
    const counted = total(parts[index].lines, /^http_reqs,/, 'value');
    assert.equal(counted, (cell?.counts?.hlog ?? 0) - (cell?.k6?.setupReqs ?? 0), planned.target);
    assert.deepEqual(parts[index].window, { fromMs: cell?.startMs, toMs: cell?.endMs });
  }
  const blocks = parts.slice(bundle.run.cells.length);
  for (const [index, planned] of bundle.run.sequences.entries()) {
    const { sequence } = bundle.readSequence(planned);
    for (const { slice, target, counts } of sequence?.slices ?? []) {
      const ofSlice = new RegExp(`^http_reqs,.*target=${target},slice=${slice},`);
      assert.equal(total(blocks[index].lines, ofSlice, 'value'), counts.hlog, `${planned.scenario}#${slice}`);
    }
  }
});

test('failed requests and successes are points of their own', () => {
  const flawed = parts.find(({ lines }) => lines.some((line) => line.includes('expected_response=false')));
  assert.ok(flawed);
  assert.ok(total(flawed.lines, /^http_reqs,.*expected_response=false/, 'value') > 0);
  assert.ok(!flawed.lines.some((line) => /^http_req_duration,.*expected_response=false/.test(line)));
});

test('users, words of the run, figures of the cell, and what k6 used are there', () => {
  const [{ lines }] = parts;
  const { stages } = bundle.run;
  assert.equal(total(lines, /^vus,/, 'value'), sum(stages.map(({ vus, durationMs }) => (vus * durationMs) / 1000)));
  for (const series of [/^activity,.*phase=staircase text="round 1: /, /^cell,.*,plateauSuccesses=/, /^rollup,.* cpuSeconds=/]) {
    assert.ok(
      lines.some((line) => series.test(line)),
      `${series}`,
    );
  }
  assert.match(parts[parts.length - 1].lines[0], /^activity,.*phase=blocks text="round 1: .* in 1 block of slices, 300 users" \d+$/);
});

test('k6 that shared the load have points of their own, which the dashboard sums', () => {
  const shared = {
    ...bundle,
    readCell: (/** @type {import('../../../record/run.js').PlannedCell} */ planned) => {
      const raw = bundle.readCell(planned);
      const samples = raw.processes?.get('generator') ?? [];
      return { ...raw, processes: new Map(['generator 1', 'generator 2'].map((name) => [name, samples])) };
    },
  };
  const [{ lines }] = partsOf(shared);
  const cpu = (/** @type {string} */ tag) => total(lines, new RegExp(`^rollup,.*${tag}.* cpuSeconds=`), 'cpuSeconds');
  assert.ok(cpu('instance=generator\\\\ 1') > 0);
  assert.equal(cpu('instance=generator\\\\ 1'), cpu('instance=generator\\\\ 2'));
});

test('a failed cell has none, and one without files does not hinder the others', () => {
  const broken = path.join(temporaryFolder(), '20261121-093000-quick');
  makeBundle(broken, { scenarios: ['simple'], targets: ['mvc', 'webflux-jdbc'], died: 'simple/webflux-jdbc' });
  const half = readBundle(broken);
  const failed = half.run.cells.filter(({ state }) => state === 'failed');
  assert.ok(failed.length > 0 && existsSync(broken));
  assert.ok([...partsOf(half)].length >= half.run.cells.length - failed.length);
});

test('samples of the servers become OpenMetrics text, with the target, in order of time', () => {
  const text = contentOf(bundle).samples.text();
  assert.match(text, /\n# EOF\n$/);
  const lines = text.split('\n').slice(0, -2);
  const csv = readFileSync(path.join(dir, 'cells', 'read', 'mvc', '1', 'server.csv'), 'utf8');
  const [timeMs, metric, , value] = csv.split('\n')[1].split(',');
  assert.ok(
    lines.some(
      (line) =>
        line.startsWith(`${metric}{`) && line.includes('target="mvc"') && line.endsWith(` ${Number(value)} ${Number(timeMs) / 1000}`),
    ),
    `${metric} of ${timeMs}`,
  );
  /** @type {Map<string, number>} */
  const latest = new Map();
  for (const line of lines) {
    const [, series, time] = /^(.*}) \S+ (\S+)$/.exec(line) ?? assert.fail(line);
    assert.ok((latest.get(series) ?? 0) < Number(time), line);
    latest.set(series, Number(time));
  }
});

test('a bundle cannot put lines of its own into what the databases read', () => {
  const nasty = new Map([
    ['up', [{ timeMs: 1000, labels: 'a="}\nup 1;b\\=c;target=other', value: 1 }]],
    ['no metric', [{ timeMs: 1000, labels: '', value: 1 }]],
  ]);
  const samples = new Samples();
  samples.add('mvc', nasty);
  assert.equal(samples.text(), `up{a="\\"}\\nup 1",target="mvc"} 1 1\n# EOF\n`);
});

test('a run of which nothing was measured is one line', () => {
  const empty = { ...bundle, run: { ...bundle.run, cells: [], sequences: [] } };
  assert.throws(() => contentOf(empty), /^Error: RUN=20261121-093000-quick: nothing of it was measured$/);
});
