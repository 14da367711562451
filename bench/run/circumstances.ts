/** The circumstances that a record keeps: what a reader needs to judge its figures, or to repeat them. */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';
import { machineFacts, scheduler } from '../collect/machine.ts';
import { readIfThere } from '../collect/proc.ts';
import { needsOf } from '../plan/pairs.ts';
import type { Command } from '../setup/command.ts';
import type { Circumstances } from '../record/json/circumstances.ts';
import type { Session } from './stack/session.ts';

export function circumstancesOf({ root, catalogue }: Command, { engine, tools, plan }: Session): Circumstances {
  const { java, springBoot, k6, mariadb, influxdb, prometheus, mongo, toxiproxy, node } = tools;
  return {
    engine: engine.name,
    limits: engine.limits(),
    machine: engine.machine?.() ?? describeMachine(),
    ...describeCommit(root),
    versions: {
      java: java?.version ?? null,
      ...(java?.vendor ? { javaVendor: java.vendor } : {}),
      springBoot: springBoot ?? null,
      k6: k6.version,
      mariadb: mariadb?.version ?? null,
      influxdb: influxdb.version,
      prometheus: prometheus.version,
      node,
      ...(needsOf(catalogue, plan.scenarios).includes('mongo') ? { mongo: mongo?.version ?? null } : {}),
      ...(plan.databaseRttMs ? { toxiproxy: toxiproxy?.version ?? null } : {}),
    },
  };
}

export function describeMachine(): Circumstances['machine'] {
  const { kinds } = machineFacts();
  return {
    ...(kinds.length > 1 ? { coreKinds: kinds.map(({ length }) => length) } : {}),
    cpuModel: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    kernel: `${os.type()} ${os.release()}`,
    scheduler: scheduler(),
    // Not on every system.
    os: /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(readIfThere('/etc/os-release'))?.[1] ?? os.version(),
  };
}

/** @returns of the checkout, as the host says where the runner is a container without it; null without git */
export function describeCommit(root: string): { commit: string | null; dirty: boolean } {
  const { STACK_COMMIT, STACK_DIRTY } = process.env;
  if (STACK_COMMIT) return { commit: STACK_COMMIT, dirty: STACK_DIRTY === 'true' };
  // A hook of Git names its own repository there, which may be another one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { commit: git('rev-parse', 'HEAD'), dirty: git('status', '--porcelain') !== '' };
  } catch {
    return { commit: null, dirty: false };
  }
}
