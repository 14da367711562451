/** verdicts.json agrees with its schema, with slices.csv, and with the page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { figures, readBundle } from '../../../analyse/index.ts';
import { againstBaseline } from '../../../analyse/index.ts';
import { hodgesLehmann } from '../../../analyse/statistics/rounds-of-blocks.ts';
import { writeReport } from '../../../report/index.ts';
import { verdictsDocument } from '../../../report/verdicts/document.ts';
import { factor } from '../../../report/words/verdicts.ts';
import { mean } from '../../../util/math.ts';
import { csvRows, madeRun } from '../../support/bundles.ts';
import type { VerdictRow } from '../../../report/verdicts/rows.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../../report/verdicts/schema.json', import.meta.url), 'utf8'));
const isValid = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(SCHEMA);

function made(options: Parameters<typeof madeRun>[0]) {
  const { dir, result } = madeRun(options);
  writeReport(dir);
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  const document = JSON.parse(read('verdicts.json')) as ReturnType<typeof verdictsDocument>;
  return { dir, result, read, document, slices: csvRows(read('slices.csv')).filter(({ vus }) => vus === '300') };
}

const once = made({});
const rounds = made({ rounds: 3, blocks: 4, scenarios: ['read', 'create', 'block'] });

function assertNear(actual: number | null, expected: number, what: string) {
  assert.ok(actual !== null && Math.abs(Math.log(actual / expected)) < 1e-3, `${what}: ${actual}, recomputed ${expected}`);
}

function ratioOfBlocks(slices: ReturnType<typeof csvRows>, { scenario, target, baseline, metric }: VerdictRow) {
  const column = metric === 'cpu' ? 'cpu_s_per_1000' : 'rps';
  const counted = slices.filter(
    (each) => each.scenario === scenario && (metric === 'cpu' ? each.cpu_counts === 'true' : each.discarded === ''),
  );
  const ofRounds = [...new Set(counted.map(({ round }) => round))].flatMap((round) => {
    const inRound = counted.filter((each) => each.round === round);
    const ratios = inRound
      .filter((each) => each.target === target)
      .flatMap((own) => {
        const base = inRound.find((each) => each.target === baseline && each.block === own.block);
        return base ? [Math.log(Number(own[column]) / Number(base[column]))] : [];
      });
    return ratios.length > 0 ? hodgesLehmann(ratios) : [];
  });
  return Math.exp(mean(ofRounds));
}

describe('verdicts.json', () => {
  for (const [name, { document, result, slices }] of Object.entries({ once, rounds })) {
    it(`has the form of its schema: ${name}`, () => {
      assert.ok(isValid(document), JSON.stringify(isValid.errors, null, 1));
      for (const baseline of result.run.targets) {
        assert.ok(isValid(JSON.parse(JSON.stringify(verdictsDocument(againstBaseline(result, baseline))))), JSON.stringify(isValid.errors));
      }
    });

    it(`has a row for each scenario, target but the baseline, and metric: ${name}`, () => {
      const { scenarios, targets } = result.run;
      const wanted = scenarios.flatMap((scenario) =>
        targets
          .slice(1)
          .flatMap((target) => ['throughput', 'cpu', 'perMegabyte', 'p99'].map((metric) => `${scenario} ${target} ${metric}`)),
      );
      assert.deepEqual(
        document.verdicts.map(({ scenario, target, metric }) => `${scenario} ${target} ${metric}`),
        wanted,
      );
    });

    it(`says why a figure is not there, and claims nothing without an interval or arithmetic: ${name}`, () => {
      for (const row of document.verdicts) {
        const { verdict, ratio, because, low, metric, reason } = row;
        if (ratio === null) assert.ok(because, JSON.stringify(row));
        if (metric === 'p99' || metric === 'perMegabyte')
          assert.ok(low === null && ['not judged', 'not compared', 'discarded', 'not measured'].includes(verdict), verdict);
        if (['faster', 'slower', 'less CPU', 'more CPU'].includes(verdict))
          assert.ok(low !== null || reason === 'arithmetic', JSON.stringify(row));
      }
    });

    it(`has the ratios of slices.csv: ${name}`, () => {
      const compared = document.verdicts.filter(({ blocks }) => blocks !== null);
      assert.ok(
        compared.length >= 3 * 3 * 2 - 2,
        `3 scenarios, 3 targets, 2 metrics, without those of slices that are all discarded: ${compared.length}`,
      );
      for (const row of compared) assertNear(row.ratio, ratioOfBlocks(slices, row), JSON.stringify(row));
    });
  }

  it('counts doubts and what is discarded', () => {
    const { document, read, slices } = rounds;
    const discarded = slices.filter((each) => each.discarded !== '').length;
    assert.deepEqual([document.slices, document.discardedSlices], [slices.length, discarded]);
    const box = /id="caveats"><summary>(.*?)<\/summary><ul>(.*?)<\/ul><\/details>\n<p class="how">/s.exec(read('report.html')) ?? [];
    assert.ok(box[1].endsWith(`(${document.doubts} doubts; ${discarded} of ${slices.length} slices discarded)`), box[1]);
    assert.equal(box[2].match(/<li><strong>/g)?.length, document.doubts);
  });
});

describe('the page', () => {
  /** @returns the ratio at a place, by two labels of the axis */
  function scaleOf(svg: string): (x: number) => number {
    const labels = svg.matchAll(/<text class="faint" x="([\d.]+)" y="[\d.]+" text-anchor="middle">×([\d.]+)<\/text>/g);
    const ticks = [...labels].map(([, x, ratio]) => ({ x: Number(x), log: Math.log(Number(ratio)) }));
    const [first, last] = [ticks[0], ticks[ticks.length - 1]];
    return (x) => Math.exp(first.log + ((x - first.x) / (last.x - first.x)) * (last.log - first.log));
  }

  for (const [name, { read, document }] of Object.entries({ once, rounds })) {
    for (const [which, file] of Object.entries({ wide: 'report.html', narrow: 'report.html', picture: 'report.svg' })) {
      it(`has each point where its ratio is: ${name}, ${which}`, () => {
        const svg = new RegExp(`<svg[^>]* class="forest ${which}".*?</svg>`, 's').exec(read(file))?.[0] ?? '';
        const points = new Map(
          [...svg.matchAll(/<g data-point="(.*?)">(.*?)(?=<g data-point|<path class="grid"|$)/gs)].map(([, key, drawn]) => [key, drawn]),
        );
        const ratioAt = scaleOf(svg);
        const rows = document.verdicts.filter(({ metric }) => metric === 'throughput');
        const places = rows.map(({ scenario, target }) => `${scenario}/${target}`);
        assert.deepEqual([...points.keys()], places);
        for (const row of rows) {
          const drawn = points.get(`${row.scenario}/${row.target}`) ?? '';
          const { ratio, low, high, verdict } = row;
          assert.equal(drawn.includes('class="discarded"'), verdict === 'discarded', drawn);
          assert.equal(drawn.includes('<g class="shown"'), ['faster', 'slower'].includes(verdict), drawn);
          if (ratio === null) continue;
          assert.ok(drawn.includes(`×${factor(ratio)}`), drawn);
          if (drawn.includes('arrow')) {
            assert.ok(ratio < 0.25 || ratio > 4, `${ratio} is beyond the axis`);
            continue;
          }
          const isAt = (at: string | undefined, wanted: number) => Math.abs(Math.log(ratioAt(Number(at)) / wanted)) < 0.02;
          const isEnd = (at: string | undefined, end: number) => isAt(at, end) || end > 4 || end < 0.25;
          const [, x] = /<g class="dot" transform="translate\(([\d.]+) /.exec(drawn) ?? [];
          assert.ok(isAt(x, ratio), `${row.scenario}/${row.target}: ${x}, not ${ratio}`);
          const [, from, to] = /class="interval" d="M([\d.]+) [\d.]+H([\d.]+)"/.exec(drawn) ?? [];
          assert.equal(from !== undefined, low !== null);
          if (low !== null && high !== null) assert.ok(isEnd(from, low) && isEnd(to, high), drawn);
        }
      });
    }

    it(`says the answer of verdicts.json, which names what was shown and nothing else: ${name}`, () => {
      const { answer, verdicts } = document;
      assert.ok(answer);
      assert.ok(read('report.html').includes(`<p class="answer" id="answer" aria-live="polite">${answer}</p>`));
      const shown = verdicts.filter(({ metric, verdict }) => metric === 'throughput' && ['faster', 'slower'].includes(verdict));
      assert.ok(shown.length > 0);
      const [scenarios, ratios] = [shown.map(({ scenario }) => scenario), shown.map(({ ratio }) => factor(Number(ratio)))];
      for (const [, scenario] of answer.matchAll(/(?:in|and) (\w+) \(×/g))
        assert.ok(scenarios.includes(scenario), `${scenario}: ${answer}`);
      for (const [, ratio] of answer.matchAll(/×([\d.]+)/g)) assert.ok(ratios.includes(ratio), `×${ratio}: ${answer}`);
      assert.ok(answer.split(' ').length <= 42, answer);
    });
  }
});

it('the report of another baseline is that of figures made with it', () => {
  for (const { dir, result } of [once, rounds]) {
    const whole = figures(readBundle(dir), 'webflux-jdbc');
    assert.deepEqual(verdictsDocument(againstBaseline(result, 'webflux-jdbc')).verdicts, verdictsDocument(whole).verdicts);
  }
});
