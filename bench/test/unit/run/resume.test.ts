/** Under what a run is resumed, and what its bundle could make this checkout start. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, test } from 'node:test';
import { compare } from '../../../commands/runs.ts';
import { study } from '../../../commands/study.ts';
import { calibrationOptions, doubled } from '../../../plan/calibration.ts';
import { compareOptions, refuseKnobsWithResume } from '../../../plan/knobs.ts';
import { newRun } from '../../../plan/run.ts';
import { sweepOptions } from '../../../plan/variants/sweep.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { RunJournal } from '../../../record/journal.ts';
import { readRunNamed } from '../../../record/results/runs.ts';
import { noteText } from '../../../report/words/notes.ts';
import { resumable, resumedNow, runToResume } from '../../../run/resume.ts';
import { newSession, recordOf } from '../../../run/study.ts';
import { STUDIES } from '../../../studies/index.ts';
import { UsageError } from '../../../util/errors.ts';
import { plannedPart, validCircumstances, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Circumstances } from '../../../record/json/circumstances.ts';
import type { Run } from '../../../record/run.ts';

const catalogue = readCatalogue();
const { mvc } = catalogue.targets;
const id = '20261121-093000-quick';
const pending = plannedPart({ state: 'pending' });
const same = 'of its run.json is not that of catalogue.json; a run is resumed with the same';

function given(changed: Partial<Run>, env: Record<string, string> = {}) {
  const resultsDir = path.join(temporaryFolder(), 'results');
  mkdirSync(path.join(resultsDir, id), { recursive: true });
  writeFileSync(path.join(resultsDir, id, 'run.json'), JSON.stringify(validRun({ id, parts: [pending], ...changed })));
  const places = { root, cacheDir: '/proc/none', resultsDir };
  return { catalogue, env: { RESUME: id, ...env }, ...places, signal: AbortSignal.timeout(2 ** 30), log() {}, warn() {} };
}

function resumed(changed: Partial<Run>, env?: Record<string, string>) {
  const command = given(changed, env);
  return resumable(command, readRunNamed(command.resultsDir, 'RESUME', id));
}

function refuses(changed: Partial<Run>, message: string, env?: Record<string, string>) {
  assert.throws(() => resumed(changed, env), new UsageError(message));
}

describe('a run that is resumed', () => {
  it('has the targets and scenarios of this checkout', () => {
    assert.equal(resumed({}).catalogue, catalogue);
    const more = { ...catalogue, targets: { ...catalogue.targets, mine: { ...mvc, command: ['touch', 'x'] } } };
    assert.equal(resumed({ catalogue: more }).catalogue, catalogue, 'what it does not use may differ');
  });

  it('is any that this checkout has planned, as it is read from disk', () => {
    const planned = [
      { PROFILE: 'smoke' },
      { STAGES: '3', VUS_START: '5', VUS_STEP: '5', SLICE_SECONDS: '4', TARGETS: 'all', SCENARIOS: 'all', SETTINGS: 'S1', DB_RTT_MS: '20' },
      { TARGET_JVM_ARGS: '-Xss1m -XX:+AlwaysPreTouch', TARGET_GC: 'zgc', TARGET_POOL_SIZE: '20', ROUNDS: '2' },
    ].map((env) => newRun(compareOptions(env, catalogue), catalogue, 'quick'));
    const { options, catalogue: both, target } = calibrationOptions({ TARGET: 'webflux-r2dbc' }, catalogue);
    const calibration = { ...newRun(options, both, 'calibration'), calibrates: target };
    const found = { cores: 8, memoryMb: 64_000, jdks: ['25'], collectors: ['serial', 'zgc'] };
    const sweeps = ['pool', 'gc', 'cpus'].map((OVER) => {
      const { options: swept, catalogue: variants, sweep } = sweepOptions({ OVER }, catalogue, found);
      return { ...newRun(swept, variants, 'sweep'), sweep };
    });
    const ofStudies = STUDIES.flatMap((each) => {
      const command = given({}, { TARGET_JVM_ARGS: '-Xss1m' });
      const session = newSession(command, each);
      return session.runs.map((part) => recordOf(command, session, part));
    });
    for (const plan of [...planned, calibration, ...sweeps, ...ofStudies]) {
      const run = resumed({ ...plan, id });
      assert.deepEqual(run.catalogue, plan.catalogue, JSON.stringify(plan.study ?? plan.id));
    }
  });

  it('has the variants that this checkout makes of its sweep', () => {
    const found = { cores: 8, memoryMb: 64_000, jdks: [], collectors: [] };
    const { options, catalogue: variants, sweep } = sweepOptions({ OVER: 'pool', VALUES: '5,10' }, catalogue, found);
    const plan = { ...newRun(options, variants, 'sweep'), sweep, id };
    const target = 'mvc-pool-5';
    const other = { ...variants.targets[target], environment: { DB_POOL_SIZE: '5', JAVA_TOOL_OPTIONS: '-javaagent:x' } };
    const changed = { ...variants, targets: { ...variants.targets, [target]: other } };
    refuses({ ...plan, catalogue: changed }, `RESUME=${id}: catalogue.targets.${target}.environment ${same}`);
    const values = { ...sweep, values: ['0', '10'] };
    refuses({ ...plan, sweep: values }, `RESUME=${id}: VALUES=0,10: '0' is no value for OVER=pool; accepted: whole numbers from 1 to 1000`);
    const unknown = { ...sweep, targets: ['mine'] };
    refuses({ ...plan, sweep: unknown }, `RESUME=${id}: TARGETS=mine: 'mine' is no target of catalogue.json`);
  });

  it('is refused by the name of the file that has other variants', () => {
    const targets = Object.fromEntries(Object.entries(catalogue.targets).filter(([name]) => name !== 'mvc'));
    const command = { ...given({}), catalogue: { ...catalogue, targets, own: { file: 'my-service.yaml', directory: '.', same: true } } };
    const message = `RESUME=${id}: targets.mvc is not in my-service.yaml; a run is resumed with the targets and scenarios it has`;
    assert.throws(() => resumable(command, readRunNamed(command.resultsDir, 'RESUME', id)), new UsageError(message));
  });

  it('is refused where its own would start something else', async () => {
    const target = (changed: object) => ({ catalogue: { ...catalogue, targets: { ...catalogue.targets, mvc: { ...mvc, ...changed } } } });
    const others = { command: ['touch', 'x'], module: 'other', environment: { JAVA_TOOL_OPTIONS: '-javaagent:x' } };
    for (const [field, value] of Object.entries(others)) {
      refuses(target({ [field]: value }), `RESUME=${id}: catalogue.targets.mvc.${field} ${same}`);
    }
    const { read } = catalogue.scenarios;
    const scenarios = { ...catalogue.scenarios, read: { ...read, request: { ...read.request, path: '/x' } } };
    refuses({ catalogue: { ...catalogue, scenarios } }, `RESUME=${id}: catalogue.scenarios.read.request ${same}`);
    const parts = [{ ...pending, blocks: [{ vus: 10, targets: ['mine'] }] }];
    const strange = { targets: ['mine'], catalogue: { ...catalogue, targets: { mine: mvc } }, parts };
    refuses(strange, `RESUME=${id}: targets.mine is not in catalogue.json; a run is resumed with the targets and scenarios it has`);
    // The command itself, before anything is set up.
    const before = compare(given(target({ command: ['touch', 'x'] })));
    await assert.rejects(before, new UsageError(`RESUME=${id}: catalogue.targets.mvc.command ${same}`));
  });

  it('may be a calibration of a target of this checkout', () => {
    const both = doubled(catalogue, 'mvc');
    const run = { targets: both.names, baseline: 'mvc', calibrates: 'mvc', parts: [] };
    assert.deepEqual(resumed({ ...run, catalogue: both.catalogue }).catalogue, both.catalogue);
    const { mvc: first, 'mvc-again': again } = both.catalogue.targets;
    const other = { ...both.catalogue, targets: { mvc: first, 'mvc-again': { ...again, command: ['touch', 'x'] } } };
    refuses({ ...run, catalogue: other }, `RESUME=${id}: catalogue.targets.mvc-again.command ${same}`);
    refuses({ calibrates: 'nope' }, `RESUME=${id}: it calibrates nope, which is no target of catalogue.json`);
  });

  it('starts a JVM with numbers and switches, and with other options only if the user gives them again', () => {
    assert.equal(resumed({ jvmArgs: ['-Xss1m', '-XX:+UseZGC', '-XX:TieredStopAtLevel=1', '-Xint'] }).catalogue, catalogue);
    const programs = ['-javaagent:x.jar', '-XX:OnError=touch', '-XX:OnOutOfMemoryError=touch x'];
    for (const arg of [...programs, '-XX:Flags=x', '-Dlogging.config=http://x', '@x', '-Xlog:gc:file=x']) {
      const jvmArgs = ['-Xss1m', arg];
      const message = `RESUME=${id}: '${arg}' of its jvmArgs could start a program; if it is yours, give TARGET_JVM_ARGS='-Xss1m ${arg}' as well`;
      refuses({ jvmArgs }, message);
    }
    const env = { TARGET_JVM_ARGS: '-javaagent:x.jar' };
    assert.doesNotThrow(() => refuseKnobsWithResume(env, { id }));
    assert.equal(resumed({ jvmArgs: ['-javaagent:x.jar'] }, env).catalogue, catalogue);
    refuses({ jvmArgs: [] }, `TARGET_JVM_ARGS=-javaagent:x.jar: RESUME keeps the plan of ${id} and takes no other knob`, env);
  });

  it('of a study has knobs of a study alone, also where other runs of it are still to be planned', async () => {
    const part = { id: 'S0', run: 'main', session: 's', knobs: { SEED: '1' } as Record<string, string> };
    assert.equal(resumed({ study: part }).catalogue, catalogue);
    refuses({ study: { ...part, knobs: { ENGINE: 'docker' } } }, `RESUME=${id}: study.knobs.ENGINE of its run.json is no knob of a study`);
    const knobs = { TARGET_JVM_ARGS: '-javaagent:x' };
    const other = `RESUME=${id}: jvmArgs of its run.json are not those of its study.knobs`;
    refuses({ study: { ...part, knobs } }, other);
    await assert.rejects(study(given({ study: { ...part, knobs } })), new UsageError(other));
  });
});

const then = validCircumstances();
const under = (changed: Partial<Circumstances> = {}) => resumedNow(validRun({ id: 'r1' }), { ...then, ...changed }).notes;

test('a run is resumed by the command that began it, which is named to who tries another', () => {
  const resultsDir = temporaryFolder();
  const resume = (RESUME: string, name: Parameters<typeof runToResume>[1]) => runToResume({ resultsDir, env: { RESUME } }, name);
  assert.throws(() => resume('r1', 'compare'), new UsageError('RESUME=r1: no such run; there is none yet'));
  new RunJournal(resultsDir, validRun({ id: 'r1', calibrates: 'mvc' }));
  assert.equal(resume('r1', 'calibrate').id, 'r1');
  const said = 'RESUME=r1: that is a calibration; resume it with: make calibrate RESUME=r1';
  assert.throws(() => resume('r1', 'compare'), new UsageError(said));
});

test('a run is resumed by the same engine, under the same limits and on its own machine alone', () => {
  const { limits, machine } = then;
  const jvmArgs = JSON.stringify(limits.jvmArgs);
  const others: [changed: Partial<Circumstances>, fault: string][] = [
    [{ engine: 'docker' }, 'it was started with ENGINE=native, this is ENGINE=docker'],
    [{ limits: { ...limits, poolSize: 50 } }, 'poolSize was 10, is 50; a run is measured under the same limits'],
    [{ limits: { ...limits, generators: 2 } }, 'generators was 1, is 2; a run is measured under the same limits'],
    [{ limits: { ...limits, jvmArgs: ['-Xmx1g'] } }, `jvmArgs was ${jvmArgs}, is ["-Xmx1g"]; a run is measured under the same limits`],
    [{ machine: { ...machine, cores: 8 } }, 'cores was 2, is 8; a run is measured on one machine'],
  ];
  for (const [changed, fault] of others) assert.throws(() => under(changed), new UsageError(`RESUME=r1: ${fault}`));
  assert.deepEqual(under({ limits: { ...limits, generators: 1 } }), [], 'older runs do not say that they had one');
  assert.equal(under({ machine: { ...machine, kernel: 'Linux 6.2' } }).length, 1, 'whatever its kernel is by then');
});

test('sources, versions and a machine that have changed meanwhile are noted, and when it was resumed', () => {
  assert.deepEqual(under(), []);
  assert.deepEqual(under({ limits: { ...then.limits, others: 'other words' } }), []);
  const now = { ...then, commit: 'def', versions: { ...then.versions, java: '26' } };
  const { resumedAt, endedAt, commit, notes } = resumedNow(validRun({ endedAt: '2026-11-21T10:00:00Z' }), now);
  assert.deepEqual([resumedAt.length, endedAt, commit, notes.length], [1, null, 'def', 1]);
  const changes = /^resumed at 2\d{3}-.*Z in a changed environment: versions\.java was 25\.0\.1, is 26; commit was \S+, is def$/;
  assert.match(noteText(notes[0], now.machine), changes);
});
