/** cpu/<scenario>/<target>.json: where the CPU time of a target's requests went, sampled beside the run. No verdict is made of it. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { list, name, number, record, text, whole } from './json/fields.js';
import { SCHEMA, otherThanPlanned, readJson, writeJson } from './json/file.js';
import * as v from 'valibot';

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

/**
 * @typedef {import('valibot').InferOutput<typeof schema>} CpuProfile
 * @typedef {CpuProfile['unsampled']['cpuMs']} ThreadsCpu
 * @typedef {Pick<CpuProfile, 'scenario' | 'target'>} Pair
 */

/** @param {string} dir the run's folder @param {Pair} pair @param {'json' | 'html'} ending `html`: flame graph @returns {string} path of a file */
export function cpuFile(dir, { scenario, target }, ending) {
  return path.join(dir, 'cpu', scenario, `${target}.${ending}`);
}

/** @param {string} dir @param {CpuProfile} profile */
export function writeCpuProfile(dir, profile) {
  const file = cpuFile(dir, profile, 'json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeJson(file, profile);
}

/**
 * @param {string} dir the run's folder
 * @param {Pick<import('./run.js').Run, 'scenarios' | 'targets'>} run
 * @returns {CpuProfile[]} of each pair that has one
 * @throws {import('./json/file.js').RecordError} one line
 */
export function readCpuProfiles(dir, { scenarios, targets }) {
  const pairs = scenarios.flatMap((scenario) => targets.map((target) => ({ scenario, target })));
  return pairs.flatMap((pair) => {
    const file = cpuFile(dir, pair, 'json');
    return existsSync(file) ? [readJson(file, schema, (profile) => otherThanPlanned(profile, pair, ['scenario', 'target']))] : [];
  });
}
