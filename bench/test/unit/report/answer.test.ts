import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choiceOf, fragmentOf, type Choice } from '../../../report/forest/choose.ts';
import { NARROW, WIDE, axisOf, placeOf, spacedTicks, withRoomFor } from '../../../report/forest/layout.ts';
import { forestSvg } from '../../../report/forest/svg.ts';
import { wholeAnswer } from '../../../report/words/ratios/answer.ts';
import { answerText } from '../../../report/words/verdicts.ts';
import type { VerdictRow } from '../../../report/verdicts/rows.ts';

function row(scenario: string, target: string, fields: Partial<VerdictRow>): VerdictRow {
  return {
    ...{ scenario, target, baseline: 'mvc', metric: 'throughput', users: 300, verdict: 'same', because: null, reason: null, ratio: 1 },
    ...{ low: null, high: null, rangeOfRounds: null, rounds: 3, blocks: null, figure: 1, baselineFigure: 1, unit: 'requests/s' },
    ...{ bottleneck: 'target CPU', baselineBottleneck: 'target CPU', ...fields },
  };
}

const faster = (ratio: number) => ({ verdict: 'faster', ratio }) as const;
const slower = (ratio: number) => ({ verdict: 'slower', ratio }) as const;

/** No difference was shown. */
const SAME = { low: 0.97, high: 1.04 };

function answer(rows: VerdictRow[], metric: VerdictRow['metric'] = 'throughput') {
  return wholeAnswer(rows, { metric, baseline: 'mvc', label: (target) => target.toUpperCase() });
}

const MANY = ['a', 'b', 'c', 'd', 'e'];
const RATIOS = { 'pool of 5': 0.7, 'pool of 20': 1.67, 'pool of 50': 2.61, 'pool of 100': 3.01, 'pool of 200': 3.02 };
const DISCARDED = { verdict: 'discarded', ratio: null } as const;
const arithmetic = (ratio: number) => ({ ...(ratio > 1 ? faster(ratio) : slower(ratio)), reason: 'arithmetic' }) as const;
const two = [row('read', 'vt', SAME), row('heavy', 'vt', SAME)];
const predicted = [row('block', 'vt', arithmetic(1.5)), row('block', 'jdbc', arithmetic(0.02))];

const ANSWERED: Record<string, Parameters<typeof answer>> = {
  'targets that differ in the same scenarios are named together': [
    [
      ...[row('read', 'vt', SAME), row('read', 'jdbc', { ...SAME, high: 1.147 }), row('read', 'r2dbc', SAME)],
      ...[row('simple', 'vt', SAME), row('simple', 'jdbc', faster(1.19)), row('simple', 'r2dbc', faster(1.23))],
      ...[row('block', 'vt', faster(1.5)), row('block', 'jdbc', slower(0.02)), row('block', 'r2dbc', slower(0.02))],
    ],
  ],
  'what arithmetic predicts comes after what was measured': [[row('read', 'vt', faster(1.2)), row('read', 'jdbc', SAME), ...predicted]],
  'or alone': [predicted],
  'and leads if nothing else was shown': [[...two, ...predicted]],
  'many scenarios are counted': [
    MANY.flatMap((name, index) => [
      row(name, 'vt', index < 3 ? faster(1.1 + index / 10) : slower(0.9)),
      row(name, 'jdbc', index < 1 ? faster(1.1) : slower(0.5 + index / 10)),
      row(name, 'r2dbc', index < 1 ? faster(1.2) : slower(0.6)),
    ]),
  ],
  'targets that differ in many ways are counted': [
    MANY.slice(0, 4)
      .flatMap((target, index) =>
        ['p', 'q', 'r', 's'].map((at, place) => row(at, target, place <= index ? faster(2) : { ...SAME, high: 1.6 })),
      )
      .concat(row('p', 'e', slower(0.5))),
  ],
  'many targets in one scenario, as in a sweep': [
    Object.entries(RATIOS).map(([target, ratio]) => row('slow', target, ratio > 1 ? faster(ratio) : slower(ratio))),
  ],
  'no difference was shown': [two],
  'something has no verdict': [[...two, row('simple', 'vt', DISCARDED)]],
  'too few rounds': [[row('read', 'vt', { verdict: 'indicative', ratio: 3 })]],
  'everything is discarded': [[row('read', 'vt', DISCARDED)]],
  'nothing to compare': [[]],
  CPU: [[row('read', 'vt', { metric: 'cpu', verdict: 'less CPU', ratio: 0.8 }), row('heavy', 'vt', { ...SAME, metric: 'cpu' })], 'cpu'],
  'a metric without verdicts': [[row('read', 'vt', { metric: 'p99', verdict: 'not judged', ratio: 9 })], 'p99'],
  'a pair that is not to be measured': [[two[0], row('lock', 'vt', { verdict: 'not measured', reason: 'unfit', ratio: null })]],
};

const ANSWERS = `targets that differ in the same scenarios are named together → Against MVC: VT is faster in block (×1.50); JDBC and R2DBC are faster in simple (×1.19 to ×1.23) and slower in block (×0.02); elsewhere no difference larger than ±15 %.
what arithmetic predicts comes after what was measured → Against MVC: VT is faster in read (×1.20); elsewhere no difference larger than ±4 %; by arithmetic ×0.02 to ×1.50 in block.
or alone → Against MVC: VT is faster in block (×1.50); JDBC is slower in block (×0.02).
and leads if nothing else was shown → Against MVC: VT is faster in block (×1.50); JDBC is slower in block (×0.02); elsewhere no difference larger than ±4 %.
many scenarios are counted → Against MVC, of 5 scenarios: VT is faster in 3 and slower in 2; JDBC and R2DBC are faster in 1 and slower in 4.
targets that differ in many ways are counted → Of 5 targets, 4 are faster than MVC in some scenario, 1 is slower; elsewhere inconclusive, up to ±60 %.
many targets in one scenario, as in a sweep → Of 5 targets, 4 are faster than MVC in slow (×1.67 to ×3.02), 1 is slower (×0.70).
no difference was shown → Requests/s of MVC and VT in 2 scenarios: no difference larger than ±4 %.
something has no verdict → Requests/s of MVC and VT in 2 scenarios: no difference larger than ±4 %; 1 of 3 comparisons without a verdict.
too few rounds → No verdict yet on requests/s: the rounds are too few, so ratios are only indicative.
everything is discarded → No verdict yet on requests/s: everything is discarded.
nothing to compare → Nothing is left to compare with MVC: choose more targets or scenarios.
CPU → Against MVC: VT takes less CPU per request in read (×0.80); elsewhere no difference larger than ±4 %.
a metric without verdicts → p99 against MVC: ratios with the range of the rounds, which claim no difference.
a pair that is not to be measured → Requests/s of MVC and VT in 1 scenario: no difference larger than ±4 %.`;

it('the answer of a run is one sentence', () => {
  const said = Object.entries(ANSWERED).map(([name, of]) => `${name} → ${answer(...of)}`);
  assert.equal(said.join('\n'), ANSWERS);
});

it('the sentence of a target says where it is faster or slower, and how large a difference may be elsewhere', () => {
  const names = { label: 'A', baseline: 'B' };
  const same = [row('read', 'a', { low: 0.92, high: 1.05 }), row('heavy', 'a', { low: 0.97, high: 1.02 })];
  assert.equal(answerText(names, same), 'A against B: no difference larger than ±8 % in read and heavy.');
  assert.equal(answerText(names, [{ ...same[0], high: 1.44 }]), 'A against B: inconclusive, up to ±44 % in read.');
  const both = [row('simple', 'a', faster(1.2)), row('block', 'a', slower(0.5))];
  assert.equal(answerText(names, both), 'A is faster than B in simple (×1.20), slower in block (×0.50).');
});

describe('the axis of the plot', () => {
  it('is logarithmic, holds the intervals, and is not stretched by a ratio that is far away', () => {
    const axis = axisOf([row('read', 'vt', { ratio: 1.2, low: 0.7, high: 1.9 }), row('block', 'vt', { ratio: 0.02 })]);
    assert.ok(axis.low < 0.7 && axis.low > 0.6 && axis.high > 1.9 && axis.high < 2.1);
    const distance = (ratio: number) => placeOf(axis, ratio) - placeOf(axis, 1);
    assert.ok(Math.abs(distance(1.25) + distance(0.8)) < 1e-12);
    assert.deepEqual([placeOf(axis, 0.02), placeOf(axis, 50)], [0, 1]);
  });

  it('has labels that do not touch, ×1 among them', () => {
    const axis = axisOf([row('read', 'vt', { ratio: 0.26 }), row('read', 'jdbc', { ratio: 3.9 })]);
    const places = spacedTicks(axis, 0.1).map((tick) => placeOf(axis, tick));
    assert.ok(spacedTicks(axis, 0.1).includes(1));
    places.slice(1).forEach((place, index) => assert.ok(place - places[index] >= 0.1 - 1e-9));
  });
});

describe('the plot', () => {
  const look = { colour: '"><script>', symbol: 'circle', line: 'solid' } as const;
  const long = 'a name of many more letters than there is room';
  const drawn = { mvc: { label: 'MVC', ...look }, vt: { label: '<b>"', ...look }, long: { label: long, ...look } };
  const rows = [
    row('read', 'vt', { ...faster(1.2), low: 1.1, high: 1.3 }),
    row('read', 'long', { verdict: 'discarded', ratio: null }),
    row('lock', 'vt', { verdict: 'not measured', reason: 'unfit', ratio: null }),
  ];
  const svg = forestSvg({ rows, metric: 'throughput', baseline: 'mvc', targets: drawn }, WIDE);

  it('escapes what a bundle says', () => assert.doesNotMatch(svg, /<b>|<script|fill=""/));

  it('hatches what is discarded, cuts off long names, and leaves out what is not to be measured', () => {
    assert.equal(svg.match(/class="discarded"/g)?.length, 1);
    assert.match(svg, />a name of many[^<]*…</);
    assert.doesNotMatch(svg, /lock/);
  });

  it('has the hollow symbols of targets beside their names, as the charts do', () => {
    const hollow = { ...drawn, vt: { ...drawn.vt, symbol: 'emptyStar' } };
    assert.equal(svg.match(/class="symbol hollow"/g), null);
    const marked = forestSvg({ rows, metric: 'throughput', baseline: 'mvc', targets: hollow }, WIDE);
    assert.match(marked, /class="symbol hollow".*?<path d="M0-5.1/);
  });

  it('has no id and no reference that could meet those of another plot', () => assert.doesNotMatch(svg, /\bid=|url\(|href/));
});

describe('the address of a choice', () => {
  const look = { label: 'any', colour: '#0', symbol: 'circle', line: 'solid' } as const;
  const choices = { baseline: 'mvc', scenarios: ['read', 'heavy'], rows: [], targets: { mvc: look, vt: look, jdbc: look } };

  it('is read as it was written', () => {
    const choice: Choice = { baseline: 'vt', metric: 'p99', scenarios: ['heavy'], targets: ['mvc', 'vt'] };
    const fragment = fragmentOf(choice, choices);
    assert.equal(fragment, 'baseline=vt&metric=p99&scenarios=heavy&targets=mvc,vt');
    assert.deepEqual(choiceOf(`#${fragment}`, choices), choice);
  });

  it('is none where it is a place on the page, and leaves out what the run does not have', () => {
    for (const fragment of ['#scenario-read', '#metric']) assert.equal(choiceOf(fragment, choices), null);
    const usual = { baseline: 'mvc', metric: 'throughput', scenarios: ['read', 'heavy'], targets: ['mvc', 'vt', 'jdbc'] };
    assert.deepEqual(choiceOf('#=', choices), usual);
    const other = '#baseline=<img src=x>&metric=constructor&scenarios=heavy,x&targets=__proto__,mvc,vt';
    assert.deepEqual(choiceOf(other, choices), { ...usual, scenarios: ['heavy'], targets: ['mvc', 'vt'] });
  });
});

describe('the columns of a forest plot', () => {
  it('stay where they are for short texts, and on a phone, where long lines are above the rows', () => {
    assert.deepEqual(withRoomFor(WIDE, { names: ['MVC-VT', 'WebFlux+R2DBC'], beside: ['read', 'MVC 1,234/s'] }), WIDE);
    assert.deepEqual(withRoomFor(NARROW, { names: ['MVC'], beside: ['x'.repeat(200)] }), NARROW);
  });

  it('give a long name, or line beside the rows, room from the plot, whose right edge stays', () => {
    const named = withRoomFor(WIDE, { names: ['WebFlux+JDBC on the loop'], beside: [] });
    assert.equal(named.nameWidth, 17 + Math.ceil(24 * 14 * 0.53));
    assert.deepEqual(named.plot, [WIDE.plot[0] + named.nameWidth - WIDE.nameWidth, WIDE.plot[1]]);
    const { target, nameWidth, plot } = withRoomFor(WIDE, { names: ['MVC'], beside: ['warm-up in one go 1,295/s'] });
    assert.equal(target, 8 + Math.ceil(25 * 14 * 0.53));
    assert.deepEqual([nameWidth, plot], [WIDE.nameWidth, [WIDE.plot[0] + target - WIDE.target, WIDE.plot[1]]]);
  });

  it('leave the plot more than half of its width, however long both are', () => {
    const long = ['x'.repeat(200)];
    for (const layout of [NARROW, WIDE]) {
      const [from, to] = withRoomFor(layout, { names: long, beside: long }).plot;
      assert.ok(to - from >= (layout.plot[1] - layout.plot[0]) * 0.6);
    }
  });
});
