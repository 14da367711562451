/** The knobs that limit targets and load generators. This table says what each is called, accepts and is by default, how a record keeps it,
 * and by which variable a target gets it: the options, the refusal of wrong values, the records and the environment of the targets follow
 * from it. */
import * as v from 'valibot';
import { oneOf as choose, wholeNumber } from '../../../k6/lib/input.js';
import { UsageError } from '../../util/errors.ts';
import { keysOf } from '../../util/keys.ts';
import { list, number, oneOf, text, whole } from './fields.ts';

/** k6's scripts share a load among as many at most. */
export const MAX_GENERATORS = 100;
/** Garbage collectors, as TARGET_GC names them. */
export const COLLECTORS = ['serial', 'g1', 'parallel', 'zgc', 'shenandoah'] as const;

const MAX_POOL = 10_000;
/** Options of `java` with which it runs a program. Others print something and end (--help, -version), or name another program (-jar, -cp). */
const JVM_OPTION =
  /^-(X(?!share:dump|log:help|internalversion)[A-Za-z].*|D[^=]+(=.*)?|(ea|da|esa|dsa|enableassertions|disableassertions)(:.+)?|verbose:\w+|(agentlib|agentpath|javaagent):.+|-(add-exports|add-opens|add-reads|add-modules|enable-native-access|finalization|illegal-native-access|sun-misc-unsafe-memory-access)=.+|-enable-preview)$/;
/** The runner sets them by variables of the environment, which properties of the JVM would precede (docs/dev/interfaces.md, section 2). */
const PROPERTY_OF_TARGET =
  /^-D(server|management|spring|observability|db|target|downstream|mongo|offload|jdbc|remote|fan|java\.io\.tmpdir)(?=[._=-]|$)/i;
/** services/jvm.args already chooses a collector. A JVM with two such options does not start. */
const COLLECTOR = /^-XX:[+-]Use(Serial|G1|Parallel|Z|Shenandoah|Epsilon)GC$/;

export interface LimitKnob {
  /** that sets it */
  option: string;
  /** of the option, in a word */
  value: string;
  description: string;
  /** what was asked for; `text`: not empty. Throws one line */
  read: (text: string | undefined, option: string) => unknown;
  /** field of a plan: what was asked for; null or empty: nothing, and the default holds */
  asked: v.GenericSchema;
  /** field of `limits` in a record: what was enforced */
  given?: v.GenericSchema;
  /** default; without one it is the engine's, or there is none */
  usual?: number;
  /** of a target's environment */
  variable?: string;
}

/** Instances of the load generator that share every load; absent: one. */
const generators = v.optional(whole(1, MAX_GENERATORS));
const cpus = number(0, 10_000);
/** Options of every target's JVM. */
const jvmArgs = list(text(), 0, 1000);

export const LIMITS = {
  targetCpus: {
    option: 'TARGET_CPUS',
    value: 'cpus',
    description: 'CPUs of each target',
    read: cpusOf,
    asked: v.nullable(cpus),
    given: cpus,
  },
  poolSize: {
    option: 'TARGET_POOL_SIZE',
    value: 'number',
    description: 'connections in the database pool of each target',
    read: wholeUpTo(MAX_POOL, null),
    asked: v.nullable(whole(1, 100_000)),
    given: whole(0, 100_000),
    usual: 10,
    variable: 'DB_POOL_SIZE',
  },
  gc: {
    option: 'TARGET_GC',
    value: 'name',
    description: 'garbage collector: serial, g1, parallel, zgc or shenandoah',
    read: (given: string | undefined, option: string) => (given ? choose({ [option]: given }, option, [...COLLECTORS]) : null),
    /** absent in bundles of before it could be chosen */
    asked: v.optional(v.nullable(oneOf(COLLECTORS))),
  },
  jvmArgs: {
    option: 'TARGET_JVM_ARGS',
    value: 'options',
    description: 'further options of the JVM of each target',
    read: jvmArgsOf,
    /** beyond those of services/jvm.args */
    asked: jvmArgs,
    /** all */
    given: jvmArgs,
  },
  generatorCpus: {
    option: 'GENERATOR_CPUS',
    value: 'cpus',
    description: 'CPUs that each k6 may use; no limit by default',
    read: cpusOf,
    asked: v.nullable(cpus),
    given: v.nullable(cpus),
  },
  generators: {
    option: 'GENERATORS',
    value: 'number',
    description: 'k6 processes that share every load; 1 by default',
    read: wholeUpTo(MAX_GENERATORS, 1),
    asked: generators,
    given: generators,
    usual: 1,
  },
};

const KNOBS: [keyof typeof LIMITS, LimitKnob][] = keysOf(LIMITS).map((field) => [field, LIMITS[field]]);

type Table = typeof LIMITS;
/** by knob, where it has one */
type Column<C extends 'asked' | 'given'> = {
  [K in keyof Table as Table[K] extends Record<C, unknown> ? K : never]: (Table[K] & Record<C, unknown>)[C];
};

/** Fields of a plan. */
export const requestedLimits = columnOf('asked');
/** Fields of `limits` in a record. */
export const givenLimits = columnOf('given');
/** Fields of `limits` with which another value makes it another measurement. */
export const COMPARED_LIMITS = [...keysOf(givenLimits), 'enforced'] as const;

export type RequestedLimits = v.InferOutput<v.ObjectSchema<typeof requestedLimits, undefined>>;
/** what holds */
type HeldLimits = { [K in keyof Table]: Table[K] extends { usual: number } ? number : Exclude<RequestedLimits[K], undefined> };
type Env = Record<string, string | undefined>;

/** Those of commands that put load on targets have it besides. */
export const GENERATORS = LIMITS.generators.option;
/** Value and description of each option. */
export const LIMIT_OPTIONS: Record<string, [value: string, description: string]> = Object.fromEntries(
  KNOBS.map(([, { option, value, description }]) => [option, [value, description]]),
);
/** Options of every command with targets. */
export const LIMIT_KNOBS = KNOBS.flatMap(([, { option }]) => (option === GENERATORS ? [] : [option]));

/** @throws {UsageError | InputError} one line that names the knob, its value and what is accepted */
export function limitsOf(env: Env): RequestedLimits {
  const asked = KNOBS.map(([field, { option, read }]) => [field, read(env[option] || undefined, option)]);
  return Object.fromEntries(asked);
}

/** @returns with the default of each knob that has one */
export function heldLimits(asked: RequestedLimits): HeldLimits {
  const held = KNOBS.map(([field, { usual = null }]) => [field, asked[field] ?? usual]);
  return Object.fromEntries(held);
}

/** @returns those that a record keeps in `limits` */
export function recordedLimits(limits: HeldLimits): Pick<HeldLimits, keyof typeof givenLimits> {
  const kept = KNOBS.flatMap(([field, { given }]) => (given ? [[field, limits[field]]] : []));
  return Object.fromEntries(kept);
}

export function variablesOf(limits: HeldLimits): Record<string, string> {
  return Object.fromEntries(KNOBS.flatMap(([field, { variable }]) => (variable ? [[variable, String(limits[field])]] : [])));
}

/** @returns by their options; 0 or nothing: no limit */
export function optionsOf(limits: HeldLimits): Record<string, string> {
  return Object.fromEntries(KNOBS.map(([field, { option }]) => [option, [limits[field] ?? 0].flat().join(' ')]));
}

function columnOf<C extends 'asked' | 'given'>(column: C) {
  return Object.fromEntries(KNOBS.flatMap(([field, knob]) => (knob[column] ? [[field, knob[column]]] : []))) as Column<C>;
}

/** @param otherwise where none is given */
function wholeUpTo(most: number, otherwise: number | null): LimitKnob['read'] {
  return (given, option) => (given ? wholeNumber({ [option]: given }, option, 1, 1, most) : otherwise);
}

function cpusOf(given: string | undefined, option: string): number | null {
  if (given === undefined) return null;
  const count = /^\d+(\.\d+)?$/.test(given) ? Number(given) : NaN;
  if (!(count >= 0.1 && count <= 64)) throw new UsageError(`${option}=${given}: accepted is a number of CPUs from 0.1 to 64, such as 0.5`);
  return count;
}

/** @throws {UsageError} one line */
function jvmArgsOf(given = ''): string[] {
  const args = given.split(/\s+/).filter(Boolean);
  const refuse = (arg: string, why: string) =>
    new UsageError(
      `TARGET_JVM_ARGS=${given}: '${arg}' ${why}; accepted are options such as -XX:TieredStopAtLevel=1, with blanks between them`,
    );
  for (const arg of args) {
    if (!JVM_OPTION.test(arg)) throw refuse(arg, 'is no option of a JVM that runs a target');
    if (COLLECTOR.test(arg)) throw refuse(arg, `chooses a collector, which TARGET_GC=${COLLECTORS.join('|')} does`);
    if (PROPERTY_OF_TARGET.test(arg)) throw refuse(arg, 'configures the target, which the runner does');
  }
  return args;
}
