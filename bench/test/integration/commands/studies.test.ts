/** make study as a command: what it refuses, and its page made again from bundles. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { hasBlocks, readCatalogue } from '../../../record/catalogue.ts';
import { studyOptions, studyRuns, type StudyRun } from '../../../plan/study.ts';
import { newSession, sharedMinutes, withShares, type StudySession } from '../../../run/study.ts';
import { study } from '../../../commands/study.ts';
import { chooseStudy, STUDIES } from '../../../studies/index.ts';
import { sum } from '../../../util/math.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const catalogue = readCatalogue();
const resultsDir = path.join(temporaryFolder(), 'results');
const KNOBS = { SEED: '7', PROFILE: 'smoke' };

function command(env: Record<string, string>) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const signal = new AbortController().signal;
  return { lines, catalogue, env, root: path.dirname(resultsDir), cacheDir: '', resultsDir, signal, log, warn: log };
}

const refuses = (env: Record<string, string>, message: string) => assert.rejects(study(command(env)), { message, exitCode: 2 });

/** @param id of a run @returns what make study says as it makes its page again */
async function madeAgain(id: string) {
  const { lines, ...given } = command({ RUN: id });
  assert.equal(await study(given), 0);
  return { lines, page: (name: string) => readFileSync(path.join(resultsDir, name), 'utf8') };
}

function bundleOf(name: string, session: string, run: string) {
  const plan = { healthy: true, levels: [100, 300, 500], scenarios: ['read', 'create'], targets: ['mvc', 'webflux-r2dbc'] };
  makeBundle(path.join(resultsDir, name), { ...plan, run: { study: { id: 'S0-far', run, session, knobs: KNOBS } } });
}

before(() => {
  mkdirSync(resultsDir, { recursive: true });
  bundleOf('20261121-090000-S0-far-near', 'one', 'near');
  bundleOf('20261121-091000-S0-far-far', 'one', 'far');
  bundleOf('20261121-080000-S0-far-far-pool', 'other', 'far-pool');
  makeBundle(path.join(resultsDir, '20261121-070000-quick'), { healthy: true, scenarios: ['read'] });
});

describe('make study', () => {
  it('refuses in one line what is not known, and what does not go together', async () => {
    const all = 'S0, S0-yield, S0-far, S1, S2, S3, S4, S5, S6';
    await refuses({ STUDY: 'S9' }, `STUDY=S9: unknown; accepted: ${all}`);
    await refuses({}, `STUDY is missing; accepted: ${all}`);
    await refuses({ STUDY: 'S3', SCENARIOS: 'read' }, "SCENARIOS=read: 'read' is not in S3; accepted: remote-slow");
    await refuses({ STUDY: 'S0', PROFILE: 'quik' }, 'PROFILE=quik is unknown; accepted: smoke, quick, rigorous, seed');
    await refuses({ RUN: '20261121-070000-quick' }, 'RUN=20261121-070000-quick: that is no run of a study');
    const run = '20261121-090000-S0-far-near';
    await refuses({ RUN: run, STUDY: 'S1' }, `STUDY=S1: ${run} is a run of S0-far`);
    await refuses({ RESUME: run, ROUNDS: '5' }, `ROUNDS=5: RESUME=${run} has its plan and takes no other knob`);
    await refuses({ RESUME: run, BUDGET: '30' }, `BUDGET=30: RESUME=${run} has its plan and takes no other knob`);
    await refuses({ STUDY: 'S0', ROUNDS: '5', BUDGET: '30' }, 'ROUNDS=5: a run ends by its rounds or by BUDGET, not by both');
  });

  it('makes the page again from all runs of one session, and from no other', async () => {
    const { lines, page } = await madeAgain('20261121-091000-S0-far-far');
    assert.match(page('study-S0-far.html'), /20261121-090000-S0-far-near/);
    assert.match(page('study-S0-far.html'), /20261121-091000-S0-far-far\b/);
    assert.doesNotMatch(page('study-S0-far.html'), /20261121-080000-S0-far-far-pool/);
    assert.ok(existsSync(path.join(resultsDir, 'study-S0-far.md')));
    assert.match(lines.join('\n'), /theirs +ours +verdict/);
    assert.match(lines.at(-1) ?? '', /page: results\/study-S0-far\.html$/);
  });

  it('has a page of all studies, each as it was measured last', async () => {
    const { lines, page } = await madeAgain('20261121-080000-S0-far-far-pool');
    assert.match(lines[0], /^all studies measured here: results\/studies\.html \(3 published conclusions: .+\)$/);
    assert.match(page('studies.html'), /20261121-091000-S0-far-far\b/);
    assert.doesNotMatch(page('studies.html'), /20261121-080000-S0-far-far-pool/);
  });

  it('makes its own page also where the page of all studies cannot be written', async () => {
    const taken = path.join(resultsDir, 'studies.html.partial');
    mkdirSync(taken);
    const { lines } = await madeAgain('20261121-091000-S0-far-far');
    assert.match(lines[0], /^no page of all studies: /);
    assert.match(lines.at(-1) ?? '', /page: results\/study-S0-far\.html$/);
    rmSync(taken, { recursive: true });
  });

  it('leaves a damaged bundle of another study out of both pages', async () => {
    const damaged = path.join(resultsDir, '20261121-060000-S2-main');
    mkdirSync(damaged);
    const run = { id: path.basename(damaged), study: { id: 'S2', run: chooseStudy('S2').runs[0].name, session: 'damaged', knobs: KNOBS } };
    writeFileSync(path.join(damaged, 'run.json'), JSON.stringify(run));
    const { lines, page } = await madeAgain('20261121-091000-S0-far-far');
    assert.match(lines[0], /^all studies measured here: /);
    assert.doesNotMatch(page('studies.html'), /20261121-060000-S2-main/);
    assert.match(lines.at(-1) ?? '', /page: results\/study-S0-far\.html$/);
    rmSync(damaged, { recursive: true });
  });
});

describe('the time of make studies', () => {
  const given = () => command({ SEED: '7' });
  const sessions = () => STUDIES.map((each) => newSession(given(), each));
  const minutesOf = ({ runs, knobs }: StudySession) => runs.length * Number(knobs.BUDGET);

  it('is shared by what verdicts of each study take, and no more than there is', () => {
    const shared = withShares(given(), sessions(), 300);
    const [main, ...others] = shared.map(minutesOf);
    assert.ok(main > 2 * others[others.length - 1], `${main} and ${others} min`);
    const all = sum(shared.map(minutesOf));
    assert.ok(all <= 300 && all > 270, `${all} min`);
    const [{ runs, knobs }] = shared;
    assert.equal(studyOptions(runs[0], knobs, catalogue).budgetSeconds, 60 * Number(knobs.BUDGET));
  });

  it('goes to the studies that are left, a minute for each run at least', () => {
    const [first, ...later] = withShares(given(), sessions().slice(-2), 60);
    assert.equal(later.length, 1);
    assert.ok(minutesOf(first) > 60 / STUDIES.length);
    assert.deepEqual(new Set(withShares(given(), sessions(), -5).map(({ knobs }) => knobs.BUDGET)), new Set(['1']));
  });

  it('is 60 minutes, or BUDGET; no budget where the rounds, the half-width or the profile end each run', () => {
    assert.deepEqual(
      [{}, { PROFILE: '' }, { BUDGET: '120' }, { BUDGET: '120', PROFILE: 'rigorous' }].map(sharedMinutes),
      [60, 60, 120, 120],
    );
    assert.deepEqual([{ ROUNDS: '1' }, { HALF_WIDTH: '0.05' }, { PROFILE: 'rigorous' }].map(sharedMinutes), [null, null, null]);
  });
});

describe('the plan of a study’s run', () => {
  it('has its own load, settings and delay; rounds and warm-up are the profile’s', () => {
    const [near, far, farPool] = chooseStudy('S0-far').runs.map((run) => studyOptions(run, KNOBS, catalogue));
    assert.deepEqual([near.databaseRttMs, far.databaseRttMs, farPool.databaseRttMs], [null, 170, 170]);
    assert.deepEqual([near.settings, far.settings, farPool.settings?.name], [null, null, 'pool-100']);
    assert.deepEqual([near.rounds, near.warmupMaxSeconds, near.seed], [1, 2, 7]);
    assert.equal([near, far, farPool].map(({ levels }) => levels.join()).join(' '), '500 50 500');
  });

  it('has the users of the study where the profile is the study’s own, and 100 connections in S3, whatever the profile', () => {
    const own = studyOptions(chooseStudy('S0').runs[0], { ...KNOBS, PROFILE: 'seed' }, catalogue);
    assert.deepEqual(own.levels, [50, 100, 150, 200, 250, 300, 350, 400, 450, 500]);
    const { levels, rounds } = studyOptions(chooseStudy('S3').runs[0], { ...KNOBS, PROFILE: 'rigorous' }, catalogue);
    assert.deepEqual(levels, [100]);
    assert.equal(rounds, 1, 'it leaves a backlog: its targets are measured alone');
    assert.equal(studyOptions(chooseStudy('S3').runs[0], { ...KNOBS, ROUNDS: '10' }, catalogue).rounds, 10);
  });

  it('ends as the comparisons do; BUDGET and HALF_WIDTH are for the runs that have blocks', () => {
    const knobs = { SEED: '7', BUDGET: '30', HALF_WIDTH: '0.04' };
    const endOf = (run: StudyRun) => {
      const { rounds, budgetSeconds, halfWidth } = studyOptions(run, knobs, catalogue);
      return [rounds, budgetSeconds, halfWidth];
    };
    const [main, lock] = chooseStudy('S4').runs;
    assert.deepEqual([endOf(main), endOf(lock)], [[1, 1800, 0.04], [1, 1800, 0.04]]); // prettier-ignore
    const alone = STUDIES.flatMap(({ runs }) => runs).filter(({ scenarios }) => !scenarios.some((name) => hasBlocks(catalogue, name)));
    assert.ok(alone.length > 0);
    for (const run of alone) assert.deepEqual(endOf(run).slice(1), [null, null]);
    for (const { runs } of STUDIES) for (const run of runs) studyOptions(run, knobs, catalogue);
    assert.throws(() => studyOptions(chooseStudy('S4').runs[0], { SEED: '7', BUDGET: 'x' }, catalogue), /^Error: BUDGET=x: accepted is/);
  });

  it('leaves out a target that answers none of the scenarios that are asked for', () => {
    const [main] = studyRuns(chooseStudy('S4'), { SCENARIOS: 'simple' });
    assert.deepEqual(studyOptions(main, KNOBS, catalogue).targets, ['mvc', 'webflux-r2dbc'], 'without JPA, which has no SQL there');
  });

  it('has the target of the flaw beside the honest ones, and only there', () => {
    for (const each of STUDIES) {
      for (const run of each.runs) {
        const { targets } = studyOptions(run, KNOBS, catalogue);
        assert.deepEqual(targets, run.targets);
        assert.equal(targets.includes('webflux-unsubscribed'), each.id === 'S4' && run.name === 'flaw');
      }
    }
  });
});
