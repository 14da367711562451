import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { readBundle, type Bundle } from '../../../record/bundle-reader.ts';
import { contentOf, partsOf, Samples } from '../../../run/replay.ts';
import { sum } from '../../../util/math.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { PlannedPart } from '../../../record/run.ts';

const dir = path.join(temporaryFolder(), '20261121-093000-quick');
let bundle: Bundle;
let parts: { window: object; lines: string[] }[];
before(() => {
  makeBundle(dir, { scenarios: ['read', 'create', 'block', 'simple'], targets: ['mvc', 'webflux-r2dbc'], blocks: 1, failed: 'simple' });
  bundle = readBundle(dir);
  parts = [...partsOf(bundle)];
});

/** @returns sum over its points */
function total(lines: string[], series: RegExp, field: string): number {
  const value = new RegExp(`[ ,]${field}=([\\d.]+)`);
  return sum(lines.filter((line) => series.test(line)).map((line) => Number(value.exec(line)?.[1])));
}

test('every part has its points, unless it failed, and its requests are those of its record', () => {
  const measured = bundle.run.parts.filter(({ state }) => state === 'ok');
  assert.deepEqual([parts.length, bundle.run.parts.length], [measured.length, measured.length + 1]);
  for (const [index, planned] of measured.entries()) {
    const { part } = bundle.readPart(planned);
    assert.ok(part);
    assert.deepEqual(parts[index].window, { fromMs: part.startMs, toMs: part.endMs });
    for (const { slice, target, counts } of part.slices) {
      const ofSlice = new RegExp(`^http_reqs,.*target=${target},slice=${slice},`);
      assert.equal(total(parts[index].lines, ofSlice, 'value'), counts.hlog, `${planned.scenario}#${slice}`);
    }
  }
});

test('failed requests and successes are points of their own', () => {
  const flawed = parts.find(({ lines }) => lines.some((line) => line.includes('expected_response=false')));
  assert.ok(flawed);
  assert.ok(total(flawed.lines, /^http_reqs,.*expected_response=false/, 'value') > 0);
  assert.ok(!flawed.lines.some((line) => /^http_req_duration,.*expected_response=false/.test(line)));
});

test('users, words of the run, figures of each target, and what k6 used are there', () => {
  const [{ lines }] = parts;
  const { sliceSeconds } = bundle.run;
  const [{ scenario, blocks }] = bundle.run.parts;
  assert.equal(total(lines, /^vus,/, 'value'), sum(blocks.map(({ vus, targets }) => vus * targets.length * sliceSeconds)));
  for (const series of [/^cell,.*target=mvc,.*,plateauSuccesses=/m, /^cell,.*target=webflux-r2dbc,/m, /^rollup,.* cpuSeconds=/m]) {
    assert.match(lines.join('\n'), series);
  }
  const words = `round 1: ${scenario} on mvc, webflux-r2dbc in 3 blocks of slices, 50, 150, 300 users`;
  assert.match(lines[0], new RegExp(`^activity,.*phase=blocks text="${words}" \\d+$`));
});

test('k6 that shared the load have points of their own, which the dashboard sums', () => {
  const shared = {
    ...bundle,
    readPart: (planned: PlannedPart) => {
      const raw = bundle.readPart(planned);
      const samples = raw.processes?.get('generator') ?? [];
      return { ...raw, processes: new Map(['generator 1', 'generator 2'].map((name) => [name, samples])) };
    },
  };
  const [{ lines }] = partsOf(shared);
  const cpu = (tag: string) => total(lines, new RegExp(`^rollup,.*${tag}.* cpuSeconds=`), 'cpuSeconds');
  assert.ok(cpu('instance=generator\\\\ 1') > 0);
  assert.equal(cpu('instance=generator\\\\ 1'), cpu('instance=generator\\\\ 2'));
});

test('samples of the servers become OpenMetrics text, with the target, in order of time', () => {
  const text = contentOf(bundle).samples.text();
  assert.match(text, /\n# EOF\n$/);
  const lines = text.split('\n').slice(0, -2);
  const csv = readFileSync(path.join(dir, 'parts', 'read', '1-1', 'server-mvc.csv'), 'utf8');
  const [timeMs, metric, , value] = csv.split('\n')[1].split(',');
  const sample = ` ${Number(value)} ${Number(timeMs) / 1000}`;
  const found = lines.find((line) => line.startsWith(`${metric}{`) && line.includes('target="mvc"') && line.endsWith(sample));
  assert.ok(found, `${metric} of ${timeMs}`);
  const latest = new Map<string, number>();
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
  const empty = { ...bundle, run: { ...bundle.run, parts: [] } };
  assert.throws(() => contentOf(empty), /^Error: RUN=20261121-093000-quick: nothing of it was measured$/);
});
