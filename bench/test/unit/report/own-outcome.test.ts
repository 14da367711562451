/** What `make ab` says to others: an exit code, a table and Bencher's metrics. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { FAILED, conditionsOf, judgedBy, bencherMetrics, writeSummary } from '../../../report/own.ts';
import { verdictRows } from '../../../report/verdicts/rows.ts';
import { madeRun } from '../../support/bundles.ts';

const { dir, result } = madeRun({ rounds: 3, blocks: 4, scenarios: ['read'] });
const throughput = verdictRows(result).filter(({ metric, high }) => metric === 'throughput' && high !== null);
const slowest = throughput.reduce((one, other) => (Number(other.high) < Number(one.high) ? other : one));

/** @param high end of an interval below 1 @returns so many per cent below 1, and `by` more */
const below = (high: number, by: number): string => `slower ${(100 * (1 - high) + by).toFixed(3)}%`;

describe('FAIL_IF of a run', () => {
  it('is met where an interval lies wholly beyond it, and not where it only reaches beyond', () => {
    assert.ok(Number(slowest.high) < 1, 'the bundle has no slower target');
    const met = judgedBy(result, conditionsOf(below(Number(slowest.high), -0.01)));
    assert.equal(met.code, FAILED);
    assert.match(met.lines.join('\n'), new RegExp(`${slowest.target} against ${slowest.baseline} in ${slowest.scenario}: -`));
    assert.deepEqual(judgedBy(result, conditionsOf(below(Number(slowest.high), 0.01))), { code: 0, lines: [] });
    assert.deepEqual(judgedBy(result, []), { code: 0, lines: [] });
  });

  it('cannot be judged without intervals, which is said, and is no success', () => {
    const { code, lines } = judgedBy(madeRun().result, conditionsOf('slower 5%'));
    assert.equal(code, 1);
    assert.ok(lines.length > 0 && lines.every((line) => /no interval/.test(line)), lines.join('\n'));
  });
});

describe('the summary', () => {
  it('has a line for each load and variant, and fits ten lines and a table', () => {
    writeSummary(dir, result);
    const lines = readFileSync(path.join(dir, 'summary.md'), 'utf8').split('\n');
    const { scenario, target } = slowest;
    assert.equal(lines.filter((line) => line.startsWith(`| ${scenario} | ${target} |`)).length, 1);
    assert.equal(lines.filter((line) => line.startsWith('| ')).length, 2 + (result.run.targets.length - 1));
  });

  it('hands Bencher the figures, and ratios with their bounds', () => {
    const { scenario, target, figure, ratio, low, high } = slowest;
    const metrics = bencherMetrics(result)[`${scenario}/${target}`];
    assert.deepEqual(metrics.throughput, { value: figure });
    assert.deepEqual(metrics['throughput-ratio'], { value: ratio, lower_value: low, upper_value: high });
    assert.equal(bencherMetrics(result)[`${scenario}/${result.baseline}`].throughput.value, slowest.baselineFigure);
  });
});
