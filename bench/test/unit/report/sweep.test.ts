/** The report of a sweep: its optimum, its curve, and what it is called. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { reportPage } from '../../../report/html/page.ts';
import { lastLines } from '../../../report/last-lines.ts';
import { markdown } from '../../../report/markdown.ts';
import { facts } from '../../../report/tables/facts.ts';
import { optimumSentences, optimumText, sweepCurve } from '../../../report/sweep.ts';
import { number } from '../../../util/text.ts';
import { madeRun } from '../../support/bundles.ts';
import type { Knob } from '../../../record/variant.ts';
import type { Figures } from '../../../analyse/types.ts';

const VALUES = { mvc: '10', 'mvc-vt': '5', 'webflux-jdbc': '20' };

const { dir, result: plain } = madeRun({ rounds: 3, blocks: 4, targets: Object.keys(VALUES), scenarios: ['read'] });
const bundle = readBundle(dir);

/** @returns of the same measurement, as if its targets were variants of one */
function made(over: Knob = 'pool'): Figures {
  const run = structuredClone(bundle.run);
  for (const [name, value] of Object.entries(VALUES)) {
    run.catalogue.targets[name] = { ...run.catalogue.targets[name], label: `pool ${value}`, variant: { of: 'mvc', knob: over, value } };
  }
  run.sweep = { over, targets: ['mvc'], values: ['5', '10', '20'] };
  return figures({ ...bundle, run });
}

describe('the optimum of a sweep', () => {
  it('is the variant with the most requests/s, with those that are not shown to be slower', () => {
    const byRps = made().groups.toSorted((one, other) => Number(other.stage.rps) - Number(one.stage.rps));
    const [best] = byRps.map(({ target, stage }) => `pool ${VALUES[target as keyof typeof VALUES]} (${number(stage.rps)}/s)`);
    const [sentence, ...others] = optimumSentences(made());
    assert.deepEqual([sentence.includes(best), sentence.includes('indicative'), others], [true, false, []], sentence);
  });

  it('is a sentence, with ~ where no value is told apart from the others, or the rounds are too few', () => {
    const label = (name: string) => name.replace('-', ' ');
    const found = { best: 'pool-20', rps: 5900, alike: ['pool-20'], of: 3, rounds: 3, isIndicative: false };
    const said = (changed: Partial<typeof found>) => optimumText({ ...found, ...changed }, label, 'read');
    assert.equal(said({}), 'read: optimum pool 20 (5,900/s); every other value is slower.');
    const two = 'read: optimum pool 20 (5,900/s); not distinguishable from it: pool 10; the others are slower.';
    assert.equal(said({ alike: ['pool-10', 'pool-20'] }), two);
    assert.match(said({ alike: ['a', 'b', 'c'] }), /^read: ~ no value is shown to be better than the others; /);
    assert.match(said({ isIndicative: true, rounds: 2 }), /^read: ~ .* indicative only \(2 rounds\)\.$/);
  });

  it('is on the page, in Markdown and on the terminal, and in no other run', () => {
    const sentence = /read: (optimum|~) /;
    const forms = (of: Figures) => [reportPage(of), markdown(of), lastLines(of).lines.join('\n')];
    for (const text of forms(made())) assert.match(text, sentence);
    for (const text of forms(plain)) assert.doesNotMatch(text, sentence);
  });
});

describe('the page of a sweep', () => {
  it('is headed by what is swept, and its facts say so in place of the limit', () => {
    assert.match(reportPage(made()), /<h1>mvc with 3 pool sizes<\/h1>/);
    const rows = Object.fromEntries(facts(made()).flatMap(({ rows: own }) => own));
    assert.equal(rows.Sweep, 'mvc under 3 pool sizes (OVER=pool): 5, 10, 20; baseline pool 10');
    assert.equal(rows.Pool, 'as the sweep says');
    assert.equal(Object.fromEntries(facts(plain).flatMap(({ rows: own }) => own)).Sweep, undefined);
  });

  it('has a curve over numbers, in their order on a logarithmic axis, and none over names', () => {
    const [{ x: axis, series }] = sweepCurve(made(), 'read')?.panels ?? [];
    const [{ points }] = series;
    assert.deepEqual(
      points.map(({ x }) => x),
      [5, 10, 20],
    );
    const base = points.find(({ x }) => x === 10);
    assert.deepEqual([base?.low, base?.high], [undefined, undefined]);
    for (const { y, low, high } of points.filter((each) => each !== base)) assert.ok(Number(low) < Number(y) && Number(y) < Number(high));
    assert.deepEqual([axis.isLog, axis.ticks], [true, [5, 10, 20]]);
    assert.match(reportPage(made()), /data-chart="sweepCurve"/);
    assert.equal(sweepCurve(made('gc'), 'read'), null);
    assert.doesNotMatch(reportPage(plain), /data-chart="sweepCurve"/);
  });
});
