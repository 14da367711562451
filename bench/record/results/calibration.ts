/** calibration.json: the noise floor of this machine, found by the newest calibration and those that it left in place; and was it measured under the same
 * conditions as what is held against it? */
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { limitsSchema, machineSchema, versionsSchema, withGenerators } from '../json/circumstances.ts';
import { instant, map, name, number, record, text, whole } from '../json/fields.ts';
import { RecordError, SCHEMA, SchemaError, readJson, shortPath, writeJson } from '../json/file.ts';
import { COMPARED_LIMITS } from '../json/limits.ts';
import { plural } from '../../util/text.ts';
import type { Run } from '../run.ts';

/** Ratio from 1 by which one target differs from itself at most in a single round, with 95 % confidence; null where nothing was compared. */
const floor = () => v.nullable(number(1));
/** By scenario. */
const noiseOf = () => map(name(), record({ throughput: floor(), cpu: floor() }));

export const calibrationSchema = record({
  schema: v.literal(SCHEMA),
  runId: text(200),
  /** when that run ended */
  at: instant(),
  machine: machineSchema,
  versions: versionsSchema,
  limits: limitsSchema,
  /** what its users did, and how far the database was */
  load: record({
    /** its levels of users, slices and blocks in words */
    stages: text(),
    /** name of the settings, or 'none' */
    settings: text(64),
    databaseRttMs: whole(0),
  }),
  /** of two names in one round */
  noise: noiseOf(),
  /** of one name in two rounds */
  unpairedNoise: noiseOf(),
  /** scenario → the earlier calibration that its noise floor is from */
  earlier: map(name(), record({ runId: text(200), at: instant() })),
});

export type Calibration = v.InferOutput<typeof calibrationSchema>;

export type Noise = Calibration['noise'];

/** What a noise floor depends on: on another machine, or with another JVM, CPU limit or load, it may be another one. */
const MACHINE = ['cpuModel', 'cores', 'kernel'] as const;
const VERSIONS = ['java', 'javaVendor', 'springBoot', 'k6', 'mariadb'] as const;
const LOAD = ['stages', 'settings', 'databaseRttMs'] as const;

type Load = Omit<Calibration['load'], 'stages'> & { stages: string | null };

type Blocks = Pick<Run, 'levels' | 'blocks' | 'sliceSeconds'>;

/** a run, or a search for capacities, which has no levels */
type Loaded = Pick<Run, 'settings' | 'databaseRttMs'> & (Blocks | Partial<Record<keyof Blocks, undefined>>);

type Conditions = Pick<Run, 'machine' | 'versions' | 'limits'>;

export type Measured = Conditions & Loaded & Pick<Run, 'calibration'>;

/** of a condition; null: there was none */
type Change = { name: string; before: string | null; now: string | null };

/** @returns what its users did, and how far the database was */
export function loadOf({ settings, databaseRttMs, ...load }: Loaded): Load {
  return {
    stages: load.levels ? loadText(load) : null,
    settings: settings?.name ?? 'none',
    databaseRttMs: databaseRttMs ?? 0,
  };
}

/** @returns such as `4 blocks, 50, 150, 300 VUs × 5 s` */
export function loadText({ levels, blocks, sliceSeconds }: Blocks): string {
  return `${plural(blocks, 'block')}, ${levels.join(', ')} VUs × ${sliceSeconds} s`;
}

/** @returns is the record's calibration of the same machine, and what else has changed since */
export function calibrationFits(measured: Measured): { usable: boolean; changed: Change[] } {
  const { calibration } = measured;
  if (!calibration) return { usable: false, changed: [] };
  return {
    usable: differing(calibration.machine, measured.machine, MACHINE).length === 0,
    changed: changedSince(calibration, measured, loadOf(measured)),
  };
}

function changedSince(calibration: Calibration, now: Conditions, load: Load): Change[] {
  const ofLoad = LOAD.filter((each) => load[each] !== null);
  return [
    ...differing(calibration.machine, now.machine, MACHINE),
    ...differing(calibration.versions, now.versions, VERSIONS),
    ...differing(withGenerators(calibration.limits), withGenerators(now.limits), COMPARED_LIMITS),
    ...differing<Load>(calibration.load, load, ofLoad),
  ];
}

/** A calibration of another machine says nothing about this one. */
export function usableNoise(measured: Measured): { noise: Noise | null; unpairedNoise: Noise | null } {
  const { calibration } = measured;
  if (!calibration || !calibrationFits(measured).usable) return { noise: null, unpairedNoise: null };
  return { noise: calibration.noise, unpairedNoise: calibration.unpairedNoise };
}

/** @returns the run that found this scenario's noise floor, and when it ended */
export function sourceOf({ runId, at, earlier }: Calibration, scenario: string): { runId: string; at: string } {
  return earlier[scenario] ?? { runId, at };
}

function differing<T extends object>(then: T, now: T, names: readonly (keyof T)[]): Change[] {
  return names.flatMap((each) => {
    const change = { name: String(each), before: textOf(then[each]), now: textOf(now[each]) };
    return change.before === change.now ? [] : [change];
  });
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : [value].flat().join(' ');
}

/** @returns the newest of this machine @throws {RecordError} one line */
export function readCalibration(resultsDir: string): Calibration {
  return readJson(fileIn(resultsDir), calibrationSchema);
}

function fileIn(resultsDir: string) {
  return path.join(resultsDir, 'calibration.json');
}

/** @param warn told in a line why the one that is there is not used @returns null if there is none, or it is not valid */
export function newestCalibration(resultsDir: string, warn: (line: string) => void = () => {}): Calibration | null {
  const file = fileIn(resultsDir);
  try {
    return existsSync(file) ? readCalibration(resultsDir) : null;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    const why = error instanceof SchemaError ? 'it is of an older schema' : error.fault;
    warn(`${shortPath(file)} is not used: ${why}. make calibrate writes a new one`);
    return null;
  }
}

/** A calibration of some scenarios takes nothing from what an earlier one found of the others, if that was of the same machine, versions,
 * limits and load. Nor does one whose slices were all discarded or failed. */
export function keepCalibration(resultsDir: string, calibration: Calibration) {
  const kept = newestCalibration(resultsDir);
  if (kept && measuredIn(calibration).length === 0) return;
  const all = kept && kept.at > calibration.at ? withEarlier(kept, calibration) : withEarlier(calibration, kept);
  writeJson(fileIn(resultsDir), all);
}

function measuredIn({ noise }: Calibration): string[] {
  return Object.keys(noise).filter((scenario) => noise[scenario].throughput !== null);
}

function withEarlier(newer: Calibration, older: Calibration | null): Calibration {
  if (!older || changedSince(older, newer, newer.load).length > 0) return newer;
  const kept = measuredIn(older).filter((scenario) => !measuredIn(newer).includes(scenario));
  if (kept.length === 0) return newer;
  const keptOf = (noise: Noise) => Object.fromEntries(Object.entries(noise).filter(([scenario]) => kept.includes(scenario)));
  return {
    ...newer,
    noise: { ...newer.noise, ...keptOf(older.noise) },
    unpairedNoise: { ...newer.unpairedNoise, ...keptOf(older.unpairedNoise) },
    earlier: { ...newer.earlier, ...Object.fromEntries(kept.map((scenario) => [scenario, sourceOf(older, scenario)])) },
  };
}
