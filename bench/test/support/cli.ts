/** Runs the runner's commands as a user would: as a process, with the knobs in its environment. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../record/catalogue.ts';
import { partDir } from '../../record/part.ts';
import type { PlannedPart } from '../../record/run.ts';

const cli = path.join(root, 'bench', 'cli.ts');

/** Those that make a bundle of their own: it is removed after the tests of the file. */
const makers: RunningCommand[] = [];
after(() => makers.forEach(({ bundle }) => rmSync(bundle, { recursive: true, force: true })));

/** @returns of this process, what says where programs and caches are */
export function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'JAVA_HOME', 'STACKBENCH_CACHE', 'XDG_CACHE_HOME'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** A command that is running. */
export class RunningCommand {
  child;
  exitCode: Promise<number | null>;
  stdout = '';
  stderr = '';

  /** @param start its process, in place of the runner's own */
  constructor(name: string, knobs: Record<string, string>, start: (name: string, knobs: Record<string, string>) => Child = startRunner) {
    this.child = start(name, knobs);
    this.child.stdout.on('data', (text) => (this.stdout += text));
    this.child.stderr.on('data', (text) => (this.stderr += text));
    this.exitCode = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
    if (!knobs.RESUME && !knobs.RUN) makers.push(this);
  }

  /** @returns itself, when it has ended with that exit code */
  async ended(code = 0): Promise<this> {
    assert.equal(await this.exitCode, code, this.output);
    return this;
  }

  /** @returns all that it has said */
  get output(): string {
    return this.stdout + this.stderr;
  }

  /** @returns as soon as standard output holds it @throws {Error} with the output, if the command ends without it */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    let ended = false;
    void this.exitCode.then(() => (ended = true));
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      if (ended) throw new Error(`${pattern} was never printed:\n${this.output}`);
      await sleep(50);
    }
  }

  /** Waits until requests of the first slice are being counted. @param begun the one that it resumes */
  async underLoad(planned: PlannedPart, begun: RunningCommand = this) {
    const hlog = path.join(`${partDir(begun.bundle, planned)}.partial`, 'http.hlog');
    while (!(existsSync(hlog) && readFileSync(hlog, 'utf8').includes(`Tag=${planned.scenario}#1.ok,`))) {
      if (this.child.exitCode !== null) throw new Error(this.output);
      await sleep(100);
    }
  }

  /** @returns id of the run, once it was printed */
  get runId(): string {
    return /^(?:run|capacity) (\S+):/m.exec(this.stdout)?.[1] ?? '';
  }

  /** @returns the bundle's folder */
  get bundle(): string {
    return path.join(root, 'results', this.runId || 'none');
  }

  /** @returns the record of the run */
  get run(): any {
    return JSON.parse(readFileSync(path.join(this.bundle, 'run.json'), 'utf8'));
  }

  /** @returns of its parts */
  get states(): string[] {
    return this.run.parts.map(({ state }: PlannedPart) => state);
  }

  /** @returns the record of a part */
  partOf(planned: PlannedPart): any {
    return JSON.parse(readFileSync(path.join(partDir(this.bundle, planned), 'part.json'), 'utf8'));
  }
}

type Child = ChildProcessWithoutNullStreams;

function startRunner(name: string, knobs: Record<string, string>): Child {
  return spawn(process.execPath, [cli, name], { cwd: root, env: { ...inherited(), ...knobs } });
}

/** @returns the command, ended */
export async function runCommand(name: string, knobs: Record<string, string> = {}): Promise<RunningCommand & { code: number | null }> {
  const command = new RunningCommand(name, knobs);
  return Object.assign(command, { code: await command.exitCode });
}

/** Every part is ok, and of each of its slices, which are as planned, k6, http.hlog and InfluxDB count the same requests. @returns the slices */
export function assertMeasured(command: RunningCommand): { scenario: string; target: string }[] {
  return command.run.parts.flatMap((planned: PlannedPart) => {
    const { scenario, round, number, blocks } = planned;
    const name = `${scenario}/${round}-${number}`;
    assert.equal(planned.state, 'ok', `${name}: ${planned.reason}`);
    const { slices } = command.partOf(planned);
    const measured = slices.map(({ target, vus }: any) => `${target} ${vus}`);
    assert.deepEqual(
      measured,
      blocks.flatMap(({ targets, vus }) => targets.map((target) => `${target} ${vus}`)),
      name,
    );
    for (const { slice, counts } of slices) {
      assert.ok(counts.k6 > 0, `${name}#${slice}`);
      assert.deepEqual([counts.hlog, counts.influx], [counts.k6, counts.k6], `${name}#${slice}`);
    }
    return slices.map(({ target }: any) => ({ scenario, target }));
  });
}

/** Each of these targets was measured in each of these scenarios. */
export function assertPairs(slices: { scenario: string; target: string }[], targets: string[], scenarios: string[]) {
  const pairs = scenarios.flatMap((scenario) => targets.map((target) => `${scenario} ${target}`));
  assert.deepEqual(new Set(slices.map(({ scenario, target }) => `${scenario} ${target}`)), new Set(pairs));
}
