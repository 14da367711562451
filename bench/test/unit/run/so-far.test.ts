/** What a run says between two rounds, and what it offers at its end. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { readRun, type Run } from '../../../record/run.ts';
import { facts } from '../../../report/tables/facts.ts';
import { costsSoFar, UNKNOWN_COSTS } from '../../../run/costs.ts';
import { continuationOf, outlookOf } from '../../../run/rounds.ts';
import { reportSoFar, sumUp } from '../../../run/said.ts';
import { writeRun } from '../../fixtures/bundle-files.ts';
import { plannedPart } from '../../fixtures/records.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SPENT = { 'set-up': 30, verification: 20, 'jvm-starts': 40, 'warm-ups': 150, preparation: 50, blocks: 100, gaps: 20 };

const root = temporaryFolder();
const dir = path.join(root, 'r1');
mkdirSync(dir);
makeBundle(dir, { rounds: 3, blocks: 2, targets: ['mvc', 'mvc-vt'], scenarios: ['read'], healthy: true, levels: [300] });
const whole = readRun(dir);

/** @param rounds that are measured; the others are pending */
function of(changed: Partial<Run>, rounds = 3) {
  const pending = 'pending' as const;
  const parts = whole.parts.map((each) => (each.round > rounds ? { ...each, state: pending } : each));
  writeRun(dir, { ...whole, parts, spentSeconds: SPENT, ...changed });
  return figures(readBundle(dir));
}

const written = (file: string) => readFileSync(path.join(dir, file), 'utf8');

describe('between two rounds', () => {
  it('the verdicts so far are told, and the report is written, without what is still to be measured', () => {
    of({ endedAt: null, budgetSeconds: 1500 }, 2);
    const lines = reportSoFar({ root }, dir).trim().split('\n');
    assert.equal(lines[0], 'so far, after round 2:');
    assert.match(lines[1], /^read \(300 users\) +requests\/s$/);
    assert.match(lines[3], /^ +mvc-vt +×.* indicative \(2 rounds\)/);
    assert.match(lines[4], /^this machine and budget: about ±\d+ %/);
    assert.equal(lines[5], `report: ${path.join('r1', 'report.html')}`);
    for (const file of ['report.html', 'report.md', 'report.svg']) assert.match(written(file), /so far, after round 2; the run/);
    assert.match(written('report.md'), /1 measurement of the run not made\./);
    assert.equal(JSON.parse(written('verdicts.json')).endedAt, null);
  });

  it('nothing is foreseen of a run with a number of rounds', () => {
    assert.equal(outlookOf(of({ endedAt: null }, 1)), null);
    assert.doesNotMatch(reportSoFar({ root }, dir), /budget/);
  });

  it('what the noise is not known to be is assumed, and said', () => {
    const first = outlookOf(of({ endedAt: null, budgetSeconds: 1500, rounds: 1, parts: [whole.parts[0]] }));
    assert.deepEqual([first?.assumed, first?.withoutInterval], [['round'], []], 'two blocks tell of the noise within a round');
    assert.deepEqual(outlookOf(of({ endedAt: null, budgetSeconds: 1500 }, 2))?.assumed, []);
  });

  it('a budget that is nearly over gives no interval', () => {
    const outlook = outlookOf(of({ endedAt: null, budgetSeconds: 420, halfWidth: 0.01, rounds: 1, parts: [whole.parts[0]] }));
    assert.deepEqual([outlook?.halfWidth, outlook?.withoutInterval, outlook?.aim], [null, ['read'], 0.01]);
    assert.ok(Number(outlook?.aimSeconds) > 420, 'of the whole run');
  });

  it('a report that cannot be written ends no run', () => {
    assert.match(reportSoFar({ root }, path.join(root, 'none')), /^no report so far: .*run\.json/);
  });
});

describe('at the end of a run', () => {
  /** @param continuing command that can add rounds to it */
  const offered = (changed: Partial<Run>, rounds: number, continuing?: string) => {
    const lines: string[] = [];
    sumUp({ log: (line) => void lines.push(line), warn: () => {} }, of(changed, rounds), continuing);
    return lines.filter((line) => /RESUME=/.test(line)).join();
  };

  it('a continuation is offered where an interval is wider than asked for, or there is none, by a command that can continue it', () => {
    assert.match(offered({ halfWidth: 0.0001 }, 3, 'make compare'), /^±0 % needs more than a day: make compare RESUME=r1 BUDGET=60$/);
    assert.match(offered({}, 1, 'make compare'), /^±10 % needs about \d+ minutes more: make compare RESUME=r1 BUDGET=\d+$/);
    assert.deepEqual([offered({ halfWidth: 0.4 }, 3, 'make compare'), offered({}, 1)], ['', '']);
  });

  it('nothing is offered where nothing is compared in blocks', () => {
    assert.equal(continuationOf(of({ scenarios: ['block'], parts: [] })), null);
  });
});

it('a run that was continued aims at what it was continued with, and says that its result had been seen', () => {
  const at = '2026-11-22T10:00:00.000Z';
  const continued = [
    { at, budgetSeconds: 600, halfWidth: null, rounds: 0, spentSeconds: 100 },
    { at, budgetSeconds: 3600, halfWidth: 0.02, rounds: 3, spentSeconds: 410 },
  ];
  const made = of({ endedAt: null, halfWidth: 0.4, continued });
  assert.equal(outlookOf(made)?.aim, 0.02);
  const rows = Object.fromEntries(facts(made)[0].rows);
  assert.equal(
    rows.Continued,
    'on 2026-11-22 10:00:00 UTC, before its first round had ended: within 10 min (BUDGET); on 2026-11-22 10:00:00 UTC, after round 3, ' +
      'after its result had been seen: until every interval is narrower than ±2.0 % (HALF_WIDTH), within 60 min (BUDGET)',
  );
});

describe('what a run has cost', () => {
  it('is shared by its scenarios, rounds and blocks', () => {
    assert.deepEqual(costsSoFar(of({}, 2).run), { jvmSeconds: 20, roundSeconds: 100, blockSeconds: 30 });
  });

  it('has what was repeated as a part of each round', () => {
    const { run } = of({}, 2);
    const [first, second, ...others] = run.parts;
    const [once, again] = [second, { ...second, attempt: 2 }].map((part) => costsSoFar({ ...run, parts: [first, part, ...others] }));
    const parts = run.parts.filter(({ state }) => state === 'ok').length;
    const repeatedSeconds = Number(once.blockSeconds) * second.blocks.length;
    assert.equal(again.roundSeconds, (Number(once.roundSeconds) * parts + repeatedSeconds) / (parts - 1));
  });

  it('leaves parts of one target alone out: they are in the first round alone', () => {
    const { run } = of({}, 2);
    const alone = plannedPart({ scenario: 'block', blocks: [{ vus: 300, targets: ['mvc'] }], order: 9 });
    const spentSeconds = { ...SPENT, blocks: SPENT.blocks + run.sliceSeconds };
    assert.deepEqual(costsSoFar({ ...run, parts: [...run.parts, alone], spentSeconds }), costsSoFar(run));
  });

  it('is not known of a run of before it was recorded', () => {
    assert.deepEqual(costsSoFar(of({ spentSeconds: {} }).run), UNKNOWN_COSTS);
  });
});
