/** The report of a run: what stands on the terminal, in the tables, in the charts and in slices.csv. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { answers } from '../../../report/verdicts/document.ts';
import { levelsPlot } from '../../../report/charts/plot.ts';
import { reportPage } from '../../../report/html/page.ts';
import { writeReport } from '../../../report/index.ts';
import { lastLines } from '../../../report/last-lines.ts';
import { markdown } from '../../../report/markdown.ts';
import { conclusion } from '../../../report/paragraph.ts';
import { facts } from '../../../report/tables/facts.ts';
import { absoluteTable, levelsTable, targetsTable } from '../../../report/tables/figures.ts';
import { partsTable } from '../../../report/tables/parts.ts';
import { verdictRow } from '../../../report/verdicts/rows.ts';
import { mebibytes, number as numberText } from '../../../util/text.ts';
import { csvRows, madeRun } from '../../support/bundles.ts';
import { judgedAgain } from '../../support/findings.ts';
import type { Comparison, Figures } from '../../../analyse/types.ts';
import type { Table } from '../../../report/tables/table.ts';

const SPENT = { 'set-up': 60, 'warm-ups': 480, 'jvm-starts': 240, blocks: 720 };

const run = { spentSeconds: SPENT, budgetSeconds: 1500, halfWidth: 0.05 };
const { dir } = madeRun({ rounds: 3, blocks: 4, targets: ['mvc', 'mvc-vt', 'webflux-jdbc'], scenarios: ['read', 'block'], run });
const bundle = readBundle(dir);

/** @param change of the comparisons of `read` */
function made(change: (comparisons: Comparison[], made: Figures) => void = () => {}) {
  const result = figures({ ...bundle, run: structuredClone(bundle.run) });
  change(
    result.comparisons.filter(({ scenario }) => scenario === 'read'),
    result,
  );
  return judgedAgain(result);
}

/** @param fields of its throughput */
function set(comparisons: Comparison[], target: string, fields: Partial<Comparison>) {
  Object.assign(comparisons.find((each) => each.target === target && each.metric === 'throughput') ?? {}, fields);
}

describe('the answer of a run', () => {
  it('has a sentence for each target, by what its requests/s show', () => {
    const result = made((comparisons) => {
      set(comparisons, 'mvc-vt', { kind: 'same', ratio: 1.04, low: 0.97, high: 1.11, because: null });
      set(comparisons, 'webflux-jdbc', { kind: 'indicative', rounds: 2, low: null, high: null, ratio: 0.9 });
    });
    assert.deepEqual(answers(result), [
      'MVC-VT is faster than MVC in block (×1.50); no difference larger than ±11 % in read.',
      'WebFlux+JDBC is slower than MVC in block (×0.02); no verdict in read.',
    ]);
    assert.deepEqual(answers(made((_, whole) => Object.assign(whole.run, { calibrates: 'mvc' }))), [], 'in a calibration targets are one');
  });

  it('comes first on the page, and the list of parts last', () => {
    const page = reportPage(made());
    const marks = ['id="answer"', 'id="plot"', 'id="caveats"', 'id="plot-table"', 'id="scenario-read"', 'id="facts"', 'id="parts"'];
    const places = marks.map((mark) => page.indexOf(mark));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(places[0] > 0);
    const lines = markdown(made()).split('\n');
    assert.ok(lines.findIndex((line) => line.startsWith('- MVC-VT ')) < lines.indexOf('## Verdicts'));
    assert.ok(lines.indexOf('## Where') > lines.indexOf('## May this run be trusted?'));
  });
});

describe('the end of a run on the terminal', () => {
  it('has a line for each scenario and target', () => {
    const result = made((comparisons) => {
      set(comparisons, 'mvc-vt', { kind: 'same', ratio: 1.04, low: 0.97, high: 1.11, because: null });
      set(comparisons, 'webflux-jdbc', { kind: 'slower', ratio: 0.82, low: 0.77, high: 0.88, because: null });
    });
    const { lines } = lastLines(result);
    assert.deepEqual(lines.slice(0, lines.indexOf('')), [
      'read (300 users)  requests/s',
      '  mvc           5,936               baseline                         target CPU',
      '  mvc-vt        ×1.04 [0.97, 1.11]  no difference larger than ±11 %  target CPU',
      '  webflux-jdbc  ×0.82 [0.77, 0.88]  slower                           target CPU',
      'block (300 users)  requests/s',
      '  mvc           200                 baseline                         200 Tomcat threads',
      '  mvc-vt        ×1.50               faster (arithmetic)              no limit reached',
      '  webflux-jdbc  ×0.02               slower (arithmetic)              4 event loops',
    ]);
  });

  it('is at most 100 columns wide', () => {
    const result = made((comparisons, { run: { catalogue, targets }, ...rest }) => {
      set(comparisons, 'mvc-vt', { kind: 'same', ratio: 1.04, low: 0.97, high: 1.11, because: null });
      const name = 'a-name-that-takes-thirty-chars';
      catalogue.targets[name] = catalogue.targets['mvc-vt'];
      for (const each of [...rest.groups, ...rest.comparisons]) if (each.target === 'mvc-vt') each.target = name;
      targets[targets.indexOf('mvc-vt')] = name;
    });
    const { lines } = lastLines(result);
    const table = lines.slice(0, lines.indexOf(''));
    assert.equal(table.length, 8);
    assert.ok(table.every(({ length }) => length <= 100));
    assert.match(table[2], /×1\.04 \[0\.97, 1\.11\] {2}~ ±11 % /);
  });

  it('shows CPU per request where requests/s cannot be compared, and what is only indicative', () => {
    const result = made((comparisons, whole) => {
      set(comparisons, 'webflux-jdbc', { kind: 'indicative', rounds: 2, low: null, high: null, ratio: 0.9 });
      whole.comparisons = whole.comparisons.filter(
        ({ scenario, target, metric }) => scenario !== 'read' || target !== 'mvc-vt' || metric !== 'throughput',
      );
    });
    const [, , vt, jdbc] = lastLines(result).lines;
    assert.match(vt, /^ {2}mvc-vt +CPU ×\d\.\d\d \[\d\.\d\d, \d\.\d\d\] {2}/);
    assert.match(jdbc, /^ {2}webflux-jdbc +×0\.90 +indicative \(2 rounds\)/);
  });

  it('counts discarded slices and repeated blocks in one line, and says how the time was spent in another', () => {
    const notes = [
      { kind: 'blocks-repeated', scenario: 'read', round: 2, blocks: 1 },
      { kind: 'rounds-ended', by: 'budget', rounds: 3, widest: null },
    ];
    const { lines, warnings } = lastLines(made((_, whole) => Object.assign(whole.run, { notes })));
    assert.deepEqual(warnings, []);
    assert.deepEqual(lines.slice(lines.indexOf('') + 1), [
      '3 of 42 slices discarded: other processes; 1 block was measured again',
      '25 min 0 s: 48 % measured load, 32 % warm-ups, 16 % JVM starts, 4 % set-up',
      'note: ended after 3 rounds: a further round would exceed the budget',
      '7 of 7 measurements ok',
    ]);
  });
});

describe('the tables of a run', () => {
  const cell = ({ rows }: Table, row: number, column: number) => rows[row][column];

  it('keep CPU per request of a target whose slices are discarded', () => {
    const result = made((_, { groups }) => (groups[1].isDiscarded = true));
    const [throughput, cpu] = (['throughput', 'cpu'] as const).map((metric) =>
      verdictRow(result, { scenario: 'read', target: 'mvc-vt', metric }),
    );
    assert.deepEqual([throughput.verdict, throughput.ratio], ['discarded', null]);
    assert.match(String(throughput.because), /^other processes used 32\.5 % of the machine/);
    assert.match(markdown(result), /\| discarded \(other processes used 32\.5 % of the machine/);
    assert.ok(cpu.ratio !== null && ['less CPU', 'more CPU', 'same'].includes(cpu.verdict));
    const shown = cell(absoluteTable(result), 0, 2);
    assert.ok(shown.struck && shown.text !== '–', 'its figures are shown, but not as figures');
  });

  it('have a row for each number of users and target', () => {
    const { rows } = levelsTable(made(), 'read');
    const texts = rows.map((row) => row.map(({ text }) => text));
    assert.deepEqual(
      texts.map(([users, target]) => `${users} ${target}`),
      ['50', '150', '300'].flatMap((users) => ['MVC', 'MVC-VT', 'WebFlux+JDBC'].map((target) => `${users} ${target}`)),
    );
    assert.ok(texts.every((row) => row.at(-1) === 'target CPU'));
    assert.deepEqual(texts.map(([, , rps]) => rps).slice(6), absoluteTable(made()).rows[0].slice(1).map(({ text }) => text)); // prettier-ignore
    assert.equal(levelsTable(made(), 'block').rows.length, 3, 'each target measured alone, at the most users');
  });

  it('have the throughput over the rounds', () => {
    const result = made();
    const { rps, rssMaxBytes, heapMaxBytes } = result.groups[0].stage;
    const first = cell(absoluteTable(result), 0, 1);
    assert.equal(first.text, Math.round(Number(rps)).toLocaleString('en-US'));
    assert.equal(first.note, `${numberText(result.groups[0].stage.latency.p99)} ms · ${mebibytes(rssMaxBytes)} MiB`);
    const targets = targetsTable(result, 'read');
    assert.equal(targets.caption, 'read: throughput and resources at 300 users, all rounds together');
    assert.equal(cell(targets, 0, 0).note, '12 of 13 slices');
    const memory = [heapMaxBytes, rssMaxBytes].map((bytes) => String(Math.round(Number(bytes) / 2 ** 20)));
    const at = targets.columns.findIndex(({ head }) => head === 'Heap, max');
    assert.deepEqual([cell(targets, 0, at).text, cell(targets, 0, at + 1).text], memory);
    assert.equal(Number(cell(targets, 0, at + 2).text), Number((Number(rps) / (Number(rssMaxBytes) / 1e6)).toPrecision(3)));
  });

  it('have a row for each part', () => {
    const rows = partsTable(made()).rows.map((cells) =>
      cells
        .slice(1, 5)
        .map(({ text }) => text)
        .join(', '),
    );
    assert.deepEqual(rows, [
      'read · round 1 · measurement 1, ok, 6, 0 of 18',
      'block · MVC · round 1 · measurement 1, ok, 1, 0 of 1',
      'block · MVC-VT · round 1 · measurement 2, ok, 1, 0 of 1',
      'block · WebFlux+JDBC · round 1 · measurement 3, ok, 1, 0 of 1',
      'read · round 2 · measurement 1, ok, 4, 3 of 12',
      'read · round 2 · measurement 2, ok, 1, 0 of 3',
      'read · round 3 · measurement 1, ok, 4, 0 of 12',
    ]);
  });

  it('say of a part what its counts, its checks and its files leave open', () => {
    const result = made((_, { parts: [part] }) => {
      part.slices[0].counts.influx = 1;
      part.missing = ['downstream.csv: no such file'];
      Object.assign(part.part ?? {}, { checks: [{ name: 'idle before', ok: false, detail: '3 in flight' }] });
    });
    const [first, second] = partsTable(result).rows.map((row) => row.map(({ text }) => text));
    assert.deepEqual([first[7], second[7]], ['differ', 'equal']);
    assert.deepEqual([first.at(-1), second.at(-1)], ['idle before (3 in flight); downstream.csv: no such file', '']);
  });

  it('tell rounds, blocks, noise and how the time was spent', () => {
    const rowsOf = (figuresOf: Figures) => Object.fromEntries(facts(figuresOf).flatMap((part) => part.rows));
    const rows = rowsOf(made());
    assert.equal(rows.Profile, 'quick: 50, 150, 300 users; slices of 5 s');
    assert.equal(rows.Rounds, '3, each with new JVMs, order within a round: random, seed 42');
    assert.equal(rows['Compared in'], 'read: 3 rounds × 4 blocks; block: each target measured alone, once');
    assert.equal(rows['Rounds added'], 'until every interval is narrower than ±5.0 % (HALF_WIDTH), within 25 min (BUDGET)');
    assert.match(rows.Noise, /^of requests\/s, within a round and between rounds: read \d(\.\d)? % and \d(\.\d)? %$/);
    assert.equal(rows.Measurements, '7: 7 ok');
    assert.equal(rows['Of which recorded'], '25 min 0 s: 48 % measured load, 32 % warm-ups, 16 % JVM starts, 4 % set-up');
    assert.ok(!('Load generators' in rows), 'one, as usual');
    const shared = made((_, { run: changed }) => Object.assign(changed.limits, { generators: 4, generatorCpus: 0.5 }));
    assert.equal(rowsOf(shared)['Load generators'], '4 k6 share each load, 0.5 CPU each; figures are of all together');
  });
});

describe('the words about blocks', () => {
  it('call no difference what none is larger than', () => {
    const result = made((comparisons) => {
      set(comparisons, 'mvc-vt', { kind: 'same', ratio: 1.04, low: 0.97, high: 1.1101, because: null });
      set(comparisons, 'webflux-jdbc', { kind: 'same', ratio: 0.97, low: 0.94, high: 1.01, because: null });
    });
    assert.match(
      conclusion(result, 'read'),
      /^At 300 users, in requests\/s against MVC: no difference larger than ±12 % for MVC-VT and WebFlux\+JDBC\./,
    );
  });

  it('say in how many slices a bottleneck was seen, where not in all', () => {
    const result = made((_, { groups }) => (groups[1].good[0].bottleneck = { kind: 'users waiting', vus: 300, cpuShare: 0.5 }));
    assert.match(conclusion(result, 'read'), /The bottleneck of MVC, MVC-VT \(in 11 of 12 slices\) and WebFlux\+JDBC is their CPU\./);
  });
});

it('the chart over the number of users has the figures of each, and is none where one number of users was measured', () => {
  const result = made();
  const { panels = [] } = levelsPlot(result, 'read') ?? {};
  assert.deepEqual(
    panels.map(({ x, y }) => [x.ticks, y.unit]),
    ['requests/s', 'platform, max', 'ms'].map((unit) => [[50, 150, 300], unit]),
  );
  const { levels } = result.groups[0];
  const pointsOf = (figure: (stage: (typeof levels)[number]['stage']) => number | null) =>
    levels.map(({ vus, stage }) => ({ x: vus, y: figure(stage) }));
  assert.deepEqual(
    panels.map(({ series }) => series[0].points),
    [pointsOf(({ rps }) => rps), pointsOf(({ threadsMax }) => threadsMax), pointsOf(({ latency }) => latency.p99)],
  );
  assert.equal(levelsPlot(result, 'block'), null);
});

describe('slices.csv', () => {
  let rows: Record<string, string>[];
  before(() => {
    writeReport(dir);
    rows = csvRows(readFileSync(join(dir, 'slices.csv'), 'utf8'));
  });

  it('has a row for each slice, those of a later part counted on', () => {
    assert.equal(rows.length, 2 * 3 + 13 * 3 + 3, 'fewer users, the most users, measured alone');
    const again = rows.filter(({ attempt }) => attempt === '2');
    assert.ok(again.every(({ number, vus, warmup_steady: steady }) => number === '2' && vus === '300' && steady === 'true'));
    const places = again.map(({ round, block, slice, target }) => `${round} ${block} ${slice} ${target}`);
    assert.deepEqual(places, ['2 5 1 mvc', '2 5 2 mvc-vt', '2 5 3 webflux-jdbc']);
  });

  it('gives the rates that its counts give, and the same count three times', () => {
    for (const row of rows) {
      assert.equal(Number(row.rps), Number(row.plateau_successes) / Number(row.plateau_s));
      const isUnasked = row.scenario === 'read' && row.round === '1' && row.target === 'mvc';
      assert.deepEqual([row.requests_hlog, row.requests_influx], [row.requests_k6, isUnasked ? '' : row.requests_k6]);
      assert.equal(Number(row.successes) + Number(row.failures), Number(row.requests_k6));
      assert.equal(row.plateau_s, '4');
    }
  });

  it('names what is discarded, and how much of the machine others used', () => {
    const discarded = rows.filter((row) => row.discarded !== '');
    const places = discarded.map(({ round, block, cpu_counts: counts }) => `${round} ${block} ${counts}`);
    assert.deepEqual(places, ['2 1 true', '2 1 true', '2 1 true']);
    assert.ok(discarded.every((row) => Math.abs(Number(row.others_share) - 0.325) < 0.01));
    assert.ok(rows.filter((row) => row.discarded === '').every((row) => Math.abs(Number(row.others_share) - 0.025) < 0.01));
  });
});

const sound = Object.entries(readCatalogue().targets).flatMap(([name, { flawed }]) => (flawed ? [] : name));
const LARGE: Record<string, Parameters<typeof madeRun>[0]> = {
  'many rounds': { rounds: 10, blocks: 4 },
  'many targets': { targets: sound, scenarios: ['read', 'create', 'simple', 'heavy'], levels: [50, 300] },
};

for (const [what, options] of Object.entries(LARGE)) {
  it(`a report of ${what}, whose plot can be switched to any baseline, is at most 2 MB: a phone opens it, and mail takes it`, () => {
    const large = madeRun(options);
    writeReport(large.dir);
    const { size } = statSync(join(large.dir, 'report.html'));
    assert.ok(size <= 2e6, `${size} bytes`);
  });
}
