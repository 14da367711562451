/** Under which circumstances something was measured: what run.json, capacity.json and calibration.json have in common. */
import * as v from 'valibot';
import { givenLimits } from './limits.ts';
import { flag, instant, list, map, name, number, oneOf, record, text, whole } from './fields.ts';
import { SCHEMA } from './file.ts';

/** Of a program; null: it could not be found out. */
const version = () => v.nullable(text(200));

/** Of a cluster, with at least one pod of the run. */
const nodeSchema = record({
  name: text(200),
  /** the same for nodes that are containers of one machine; says nothing else of it */
  machine: text(64),
  /** target, database, influxdb, prometheus, downstream, mongo, generator; of several generator 1, generator 2, … */
  roles: list(text(64)),
  cpuModel: text(),
  cores: whole(1, 10_000),
  memoryBytes: whole(),
  kernel: text(),
});

export const limitsSchema = record({
  ...givenLimits,
  /** a sentence: how the limit of the targets' CPUs is enforced */
  method: text(),
  enforced: oneOf(['quota', 'affinity', 'none']),
  /** period of the quota in µs; null without a quota */
  periodUs: v.nullable(whole(1)),
  /** -XX:ActiveProcessorCount of the targets */
  activeProcessorCount: whole(1, 10_000),
  /** -Xmx of the targets in MB; null: not set */
  heapMb: v.nullable(number()),
  /** garbage collector of the targets; null: the JVM's choice */
  collector: v.nullable(text(200)),
  /** a sentence: what the other parts are given */
  others: text(),
  /** absent with the native engine; `cpus`, `memoryBytes` null: no limit */
  containers: v.optional(
    list(
      record({ service: text(200), image: text(), digest: text(), cpus: v.nullable(number(0, 10_000)), memoryBytes: v.nullable(whole()) }),
    ),
  ),
  /** those of a cluster; absent with the other engines */
  nodes: v.optional(list(nodeSchema)),
  /** `machine` of the runner, as with nodes */
  runnerMachine: v.optional(text(64)),
});

export const machineSchema = record({
  cpuModel: text(),
  cores: whole(1, 10_000),
  /** how many of each kind, the fastest first; absent where all are alike */
  coreKinds: v.optional(list(whole(1, 10_000))),
  memoryBytes: whole(),
  kernel: text(),
  /** which one, and how it preempts, as far as the kernel tells */
  scheduler: text(),
  os: text(),
});

export const versionsSchema = record({
  java: version(),
  /** who built it; absent where it is not known */
  javaVendor: v.optional(text(200)),
  springBoot: version(),
  k6: version(),
  mariadb: version(),
  influxdb: version(),
  prometheus: version(),
  node: version(),
  /** absent where no scenario needs it */
  mongo: v.optional(version()),
  /** absent without a delay to the database */
  toxiproxy: v.optional(version()),
});

/** Fields of run.json and capacity.json. */
export const circumstances = {
  engine: oneOf(['native', 'docker', 'kubernetes']),
  limits: limitsSchema,
  machine: machineSchema,
  versions: versionsSchema,
  /** of the checkout; null outside git */
  commit: v.nullable(text(64)),
  /** had the checkout changes that were not committed? */
  dirty: flag(),
};

/** What begins the record of a command with a folder of its own in results/. */
export const heading = {
  schema: v.literal(SCHEMA),
  /** name of its folder */
  id: text(200),
  startedAt: instant(),
  /** null until all was measured */
  endedAt: v.nullable(instant()),
};

/** What all targets are given. */
export const givenToTargets = {
  /** SETTINGS: what each target got by them beyond its own environment; null: none */
  settings: v.nullable(record({ name: text(64), title: text(200), targets: map(name(), map(text(200), text())) })),
  /** DB_RTT_MS: delay on the way to the database and back; null: none, and no proxy */
  databaseRttMs: v.nullable(whole(1, 100_000)),
};

/** @returns older ones do not say that there was one generator */
export function withGenerators<T extends { generators?: number }>(limits: T): T & { generators: number } {
  return { ...limits, generators: limits.generators ?? 1 };
}

export type Circumstances = { [K in keyof typeof circumstances]: v.InferOutput<(typeof circumstances)[K]> };

/** what was enforced */
export type Limits = v.InferOutput<typeof limitsSchema>;

export type ClusterNode = v.InferOutput<typeof nodeSchema>;
