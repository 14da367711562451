/**
 * The knobs that limit targets and load generators. This table says what each is called, accepts and is by default, how a record keeps it, and by which
 * variable a target gets it: the options, the refusal of wrong values, the records and the environment of the targets follow from it.
 */
import * as v from 'valibot';
import { oneOf as choose, wholeNumber } from '../../../k6/lib/input.js';
import { UsageError } from '../../util/errors.js';
import { list, number, oneOf, text, whole } from './fields.js';
import { jvmArgsOf } from './jvm-args.js';

/** k6's scripts share a load among as many at most. */
export const MAX_GENERATORS = 100;
/** Garbage collectors, as TARGET_GC names them. */
export const COLLECTORS = /** @type {const} */ (['serial', 'g1', 'parallel', 'zgc', 'shenandoah']);

const MAX_POOL = 10_000;

/**
 * @typedef {object} LimitKnob
 * @property {string} option that sets it
 * @property {string} value of the option, in a word
 * @property {string} description
 * @property {(text: string | undefined, option: string) => unknown} read what was asked for; `text`: not empty. Throws one line
 * @property {import('valibot').GenericSchema} asked field of a plan: what was asked for; null or empty: nothing, and the default holds
 * @property {import('valibot').GenericSchema} [given] field of `limits` in a record: what was enforced
 * @property {number} [usual] default; without one it is the engine's, or there is none
 * @property {string} [variable] of a target's environment
 */

/** Instances of the load generator that share every load; absent: one. */
const generators = v.optional(whole(1, MAX_GENERATORS));
const cpus = number(0, 10_000);
/** Options of every target's JVM. */
const jvmArgs = list(text(), 0, 1000);

/** @satisfies {Record<string, LimitKnob>} */
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
    read: collectorOf,
    /** absent in bundles of before it could be chosen */
    asked: v.optional(v.nullable(oneOf(COLLECTORS))),
  },
  jvmArgs: {
    option: 'TARGET_JVM_ARGS',
    value: 'options',
    description: 'further options of the JVM of each target',
    read: (/** @type {string | undefined} */ given) => jvmArgsOf(given ?? '', COLLECTORS),
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

const KNOBS = /** @type {[keyof typeof LIMITS, LimitKnob][]} */ (Object.entries(LIMITS));

/** @typedef {typeof LIMITS} Table */
/** @typedef {{ [K in keyof Table as Table[K] extends { given: unknown } ? K : never]: Extract<Table[K], { given: unknown }>['given'] }} GivenLimits */

/** Fields of a plan. */
export const requestedLimits = /** @type {{ [K in keyof Table]: Table[K]['asked'] }} */ (columnOf('asked'));
/** Fields of `limits` in a record. */
export const givenLimits = /** @type {GivenLimits} */ (columnOf('given'));
/** Fields of `limits` with which another value makes it another measurement. */
export const COMPARED_LIMITS = /** @type {('enforced' | keyof GivenLimits)[]} */ ([...Object.keys(givenLimits), 'enforced']);

/** @typedef {import('valibot').InferOutput<import('valibot').ObjectSchema<typeof requestedLimits, undefined>>} RequestedLimits */
/** @typedef {{ [K in keyof Table]: Table[K] extends { usual: number } ? number : Exclude<RequestedLimits[K], undefined> }} HeldLimits what holds */
/** @typedef {Record<string, string | undefined>} Env */

/** Those of commands that put load on targets have it besides. */
export const GENERATORS = LIMITS.generators.option;
/** Value and description of each option. @type {Record<string, [value: string, description: string]>} */
export const LIMIT_OPTIONS = Object.fromEntries(KNOBS.map(([, { option, value, description }]) => [option, [value, description]]));
/** Options of every command with targets. */
export const LIMIT_KNOBS = KNOBS.flatMap(([, { option }]) => (option === GENERATORS ? [] : [option]));

/**
 * @param {Env} env
 * @returns {RequestedLimits}
 * @throws {UsageError | import('../../../k6/lib/input.js').InputError} one line that names the knob, its value and what is accepted
 */
export function limitsOf(env) {
  const asked = KNOBS.map(([field, { option, read }]) => [field, read(env[option] || undefined, option)]);
  return Object.fromEntries(asked);
}

/** @param {RequestedLimits} asked @returns {HeldLimits} with the default of each knob that has one */
export function heldLimits(asked) {
  const held = KNOBS.map(([field, { usual = null }]) => [field, asked[field] ?? usual]);
  return Object.fromEntries(held);
}

/** @param {HeldLimits} limits @returns {Pick<HeldLimits, keyof GivenLimits>} those that a record keeps in `limits` */
export function recordedLimits(limits) {
  const kept = KNOBS.flatMap(([field, { given }]) => (given ? [[field, limits[field]]] : []));
  return Object.fromEntries(kept);
}

/** @param {HeldLimits} limits @returns {Record<string, string>} variables by which a target gets them */
export function variablesOf(limits) {
  return Object.fromEntries(KNOBS.flatMap(([field, { variable }]) => (variable ? [[variable, String(limits[field])]] : [])));
}

/** @param {HeldLimits} limits @returns {Record<string, string>} by their options; 0 or nothing: no limit */
export function optionsOf(limits) {
  return Object.fromEntries(KNOBS.map(([field, { option }]) => [option, [limits[field] ?? 0].flat().join(' ')]));
}

/** @param {'asked' | 'given'} column */
function columnOf(column) {
  return Object.fromEntries(KNOBS.flatMap(([field, knob]) => (knob[column] ? [[field, knob[column]]] : [])));
}

/**
 * @template {number | null} T
 * @param {number} most
 * @param {T} otherwise where none is given
 * @returns {(text: string | undefined, option: string) => number | T}
 */
function wholeUpTo(most, otherwise) {
  return (given, option) => (given ? wholeNumber({ [option]: given }, option, 1, 1, most) : otherwise);
}

/** @param {string | undefined} given @param {string} option @returns {number | null} null where none are given */
function cpusOf(given, option) {
  if (given === undefined) return null;
  const count = /^\d+(\.\d+)?$/.test(given) ? Number(given) : NaN;
  if (!(count >= 0.1 && count <= 64)) throw new UsageError(`${option}=${given}: accepted is a number of CPUs from 0.1 to 64, such as 0.5`);
  return count;
}

/** @param {string | undefined} given @param {string} option @returns {string | null} null where none is given */
function collectorOf(given, option) {
  return given ? choose({ [option]: given }, option, [...COLLECTORS]) : null;
}
