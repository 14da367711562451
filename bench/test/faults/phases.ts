/** Waits for a phase of a run, and finds the process of a part in it. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireOk } from '../../engines/processes/ready.ts';
import { readCatalogue } from '../../record/catalogue.ts';
import type { RunningCommand } from '../support/cli.ts';
import type { Part, Phase } from './table.ts';

const LOOK_EVERY_MS = 20;
const HEALTH = `http://127.0.0.1:${readCatalogue().targets.mvc.managementPort}/actuator/health`;

/** By part: how its command line is known. */
const COMMANDS: Record<Exclude<Part, 'runner'>, RegExp> = {
  k6: /\/k6\S* run /,
  'k6-2': /\/k6\S* run .*INSTANCE=1 /,
  mvc: /java .*\/jars\/mvc\b.*\.jar/,
  mariadb: /mariadbd|mysqld/,
  influxdb: /influxd/,
  prometheus: /prometheus/,
};

/** By phase: what the command line of its k6 says. */
const LOADS: Partial<Record<Phase, RegExp>> = {
  'warm-up': /-e ROUND=0 /,
  blocks: /SUMMARY=\S*\/parts\//,
};

/** @returns its command line */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** @returns its children */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // Field 4 of proc(5), counted from behind the name, which may hold anything.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** @returns the runner's child with that command line */
function childOf(run: RunningCommand, command: RegExp): number | undefined {
  return childrenOf(Number(run.child.pid)).find((pid) => command.test(commandOf(pid)));
}

/** @returns has it begun? */
async function hasBegun(run: RunningCommand, phase: Phase): Promise<boolean> {
  const load = LOADS[phase];
  if (load) return childOf(run, load) !== undefined;
  if (phase === 'services') return /^run /m.test(run.stdout);
  if (phase === 'jvm-start') return childOf(run, COMMANDS.mvc) !== undefined;
  // It is ready, and k6 has not been started: the verification asks it.
  return requireOk(HEALTH).then(
    () => true,
    () => false,
  );
}

/** @returns the part's process, in that phase */
export async function processIn(run: RunningCommand, part: Part, phase: Phase): Promise<number> {
  for (;;) {
    assert.equal(run.child.exitCode, null, `${phase} was never reached:\n${run.stdout}${run.stderr}`);
    const pid = part === 'runner' ? run.child.pid : childOf(run, COMMANDS[part]);
    if ((await hasBegun(run, phase)) && pid !== undefined) return pid;
    await sleep(LOOK_EVERY_MS);
  }
}
