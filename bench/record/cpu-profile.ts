/** cpu/<scenario>/<target>.json: where the CPU time of a target's requests went, sampled beside the run. No verdict is made of it. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { list, name, number, record, text, whole } from './json/fields.ts';
import { SCHEMA, otherThanPlanned, readJson, writeJson } from './json/file.ts';
import * as v from 'valibot';
import type { Run } from './run.ts';

const MAX_METHODS = 10;

/** CPU milliseconds of threads by what these are there for. `java`: all that run Java code */
const threads = record({ java: number(), compilers: number(), collector: number(), machine: number() });

const load = () => record({ seconds: whole(1), requests: whole(1), cpuMs: threads });

const samples = { name: text(1000), samples: whole(1) };

const schema = record({
  schema: v.literal(SCHEMA),
  scenario: name(),
  target: name(),
  vus: whole(1),
  /** of JDK Flight Recorder */
  event: text(64),
  /** between two samples of a thread, of its CPU time; of ExecutionSample, of time */
  periodMs: number(),
  /** the same load, before sampling began and under it */
  unsampled: load(),
  sampled: load(),
  /** samples of Java threads by part of the software, the most frequent first, with its most frequent methods */
  parts: list(record({ ...samples, methods: list(record(samples), 0, MAX_METHODS) }), 1),
});

export type CpuProfile = v.InferOutput<typeof schema>;

export type ThreadsCpu = CpuProfile['unsampled']['cpuMs'];

export type Pair = Pick<CpuProfile, 'scenario' | 'target'>;

/** @param dir the run's folder @param ending `html`: flame graph @returns path of a file */
export function cpuFile(dir: string, { scenario, target }: Pair, ending: 'json' | 'html'): string {
  return path.join(dir, 'cpu', scenario, `${target}.${ending}`);
}

export function writeCpuProfile(dir: string, profile: CpuProfile) {
  const file = cpuFile(dir, profile, 'json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeJson(file, profile);
}

/** @param dir the run's folder @returns of each pair that has one @throws {RecordError} one line */
export function readCpuProfiles(dir: string, { scenarios, targets }: Pick<Run, 'scenarios' | 'targets'>): CpuProfile[] {
  const pairs = scenarios.flatMap((scenario) => targets.map((target) => ({ scenario, target })));
  return pairs.flatMap((pair) => {
    const file = cpuFile(dir, pair, 'json');
    return existsSync(file) ? [readJson(file, schema, (profile) => otherThanPlanned(profile, pair, ['scenario', 'target']))] : [];
  });
}
