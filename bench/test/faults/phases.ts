/** Waits for a phase of a run, and finds the process of a part in it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseStat, statsOf } from '../../collect/proc.ts';
import { requireOk } from '../../engines/processes/ready.ts';
import { readCatalogue } from '../../record/catalogue.ts';
import { commandOf, processIds } from '../support/processes.ts';
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

/** Number of the field of proc_pid_stat(5) that has the parent. */
const PARENT = 4;

/** @returns the runner's child with that command line */
function childOf({ child }: RunningCommand, command: RegExp): number | undefined {
  const children = statsOf(processIds()).filter(([, stat]) => parseStat(stat).field(PARENT) === child.pid);
  return children.map(([pid]) => pid).find((pid) => command.test(commandOf(pid)));
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
