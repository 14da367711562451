/** A sweep's plan: targets under several values of one knob, each a variant in the run's own catalogue. */
import { capabilitiesOf } from '../../engines/engines.ts';
import { fitting, hasBlocks, type Catalogue, type Target } from '../../record/catalogue.ts';
import { SWEPT, isNumeric, type Knob, type Sweep } from '../../record/variant.ts';
import { UsageError } from '../../util/errors.ts';
import { sum } from '../../util/math.ts';
import { plural } from '../../util/text.ts';
import { DEFAULT_TARGET, moved } from '../calibration.ts';
import { compareOptions, type Env } from '../knobs.ts';
import { chooseScenarios, chooseTargets } from '../pairs.ts';
import { HEAP_MB, KNOBS, type Found } from './knobs.ts';
import type { Plan } from '../../record/run.ts';

/** What a JVM takes beside its heap. */
const BESIDE_HEAP_MB = 350;
/** Knobs of a run that a sweep does not take: its baseline is the default value. */
export const SWEEP_KNOBS = ['OVER', 'VALUES'];

/** @throws {UsageError} one line */
export function sweptKnob({ OVER, ENGINE }: Env): Knob {
  const accepted = `accepted: ${SWEPT.join(', ')}`;
  if (!OVER) throw new UsageError(`OVER: what to sweep is expected, as make sweep OVER=pool; ${accepted}`);
  const over = SWEPT.find((knob) => knob === OVER);
  if (over === undefined) throw new UsageError(`OVER=${OVER} is unknown; ${accepted}`);
  if (!capabilitiesOf(ENGINE).measuresTargetTwice) {
    throw new UsageError(`ENGINE=${ENGINE}: a target has one container there, not one for each value; take ENGINE=native`);
  }
  return over;
}

/** @throws {UsageError} one line that names the knob, its value and what is accepted */
export function sweepOptions(env: Env, catalogue: Catalogue, found: Found): { options: Plan; catalogue: Catalogue; sweep: Sweep } {
  const over = sweptKnob(env);
  const targets = chooseTargets(env.TARGETS || DEFAULT_TARGET, catalogue);
  const sweep = { over, targets, values: valuesOf(over, env.VALUES, found) };
  refuseSetElsewhere(over, env);
  const variants = swept(catalogue, sweep);
  refuseTooMuchMemory(sweep, found);
  const names = Object.keys(variants.targets);
  const usual = KNOBS[over].usual(found);
  const BASELINE = variantName(targets[0], over, sweep.values.includes(usual) ? usual : sweep.values[0]);
  const SCENARIOS = env.SCENARIOS || defaultScenarios(catalogue, sweep).join();
  return { options: compareOptions({ ...env, TARGETS: names.join(), BASELINE, SCENARIOS }, variants), catalogue: variants, sweep };
}

/** @returns with variants in place of all targets: target by target, in the order of the values @throws {UsageError} for others */
export function swept(catalogue: Catalogue, { over, targets, values }: Sweep): Catalogue {
  const looks = Object.values(catalogue.targets).map(({ colour, symbol, line }) => ({ colour, symbol, line }));
  const { accepts, accepted, isOfJvm } = KNOBS[over];
  const unknown = targets.find((target) => !Object.hasOwn(catalogue.targets, target));
  if (unknown !== undefined) throw new UsageError(`TARGETS=${targets.join()}: '${unknown}' is no target of catalogue.json`);
  const wrong = values.find((value) => !accepts(value));
  if (wrong !== undefined) throw new UsageError(`VALUES=${values.join()}: '${wrong}' is no value for OVER=${over}; accepted: ${accepted}`);
  const count = targets.length * values.length;
  if (count > looks.length) {
    throw new UsageError(
      `VALUES=${values.join()}: ${plural(count, 'variant')} at once; accepted are up to ${looks.length}: take fewer values or targets`,
    );
  }
  const other = isOfJvm && targets.find((target) => catalogue.targets[target].module === undefined);
  if (other)
    throw new UsageError(`TARGETS=${targets.join()}: ${other} is started by a command of its own, which OVER=${over} does not change`);
  const isOne = targets.length === 1;
  const variants = targets.flatMap((target) =>
    values.map((value, index) => variantOf(catalogue.targets[target], { of: target, knob: over, value }, { index, isOne })),
  );
  const names = targets.flatMap((target) => values.map((value) => variantName(target, over, value)));
  return { ...catalogue, targets: Object.fromEntries(variants.map((each, index) => [names[index], { ...each, ...looks[index] }])) };
}

/** @param place `isOne`: all are variants of one target, whose name need not be repeated @returns on free ports */
function variantOf(target: Target, variant: NonNullable<Target['variant']>, { index, isOne }: { index: number; isOne: boolean }): Target {
  const { words, environment = () => ({}) } = KNOBS[variant.knob];
  const text = words(variant.value);
  return {
    ...moved(target, index + 1),
    label: isOne ? text : `${target.label}, ${text}`,
    stack: `${target.stack}; ${text}`,
    environment: { ...target.environment, ...environment(variant.value) },
    variant,
  };
}

/** It becomes part of paths, URLs and tags. @returns 'mvc-pool-5' */
export function variantName(target: string, over: Knob, value: string): string {
  return `${target}-${over}-${value.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** @returns in the order in which they are drawn, each once */
function valuesOf(over: Knob, given: string | undefined, found: Found): string[] {
  const usual = KNOBS[over].values(found);
  // Equal numbers are one value: '0.5' for '0.50'.
  const isNumber = (value: string) => isNumeric({ over }) && KNOBS[over].accepts(value);
  const named = given?.split(',').map((value) => value.trim());
  const values = named?.map((value) => (isNumber(value) ? String(Number(value)) : value)) ?? usual;
  const isFoundHere = over === 'jdk' || over === 'gc';
  const missing = values.find((value) => isFoundHere && KNOBS[over].accepts(value) && !usual.includes(value));
  if (missing !== undefined)
    throw new UsageError(`VALUES=${given}: '${missing}' is not found here; accepted: ${usual.join(', ') || 'none'}`);
  // Those that are not in the usual order come last.
  const inUsualOrder = [...usual.filter((value) => values.includes(value)), ...values];
  const each = [...new Set(isNumeric({ over }) ? values.toSorted((a, b) => Number(a) - Number(b)) : inUsualOrder)];
  if (each.length >= 2) return each;
  const why = over === 'jdk' && !given ? ' (STACKBENCH_JDK_DIRS names folders with more)' : '';
  throw new UsageError(`VALUES=${each.join()}: OVER=${over} compares at least two values; there is ${plural(each.length, 'value')}${why}`);
}

function refuseSetElsewhere(over: Knob, env: Env) {
  const { option } = KNOBS[over];
  const clashes: Partial<Record<Knob, RegExp>> = { heap: /^-Xm[sx]/, aot: /^-(Xshare|XX:.*(AOT|SharedArchive|ArchiveClasses))/ };
  const clash = clashes[over];
  const isSet = clash ? (env[option] ?? '').split(/\s+/).some((arg) => clash.test(arg)) : option.startsWith('TARGET_') && env[option];
  if (isSet) throw new UsageError(`${option}=${env[option]}: OVER=${over} sets it; VALUES has its values`);
  if (over === 'pool' && env.SETTINGS) throw new UsageError(`SETTINGS=${env.SETTINGS}: it sets pools, which OVER=pool does`);
}

function refuseTooMuchMemory({ over, targets, values }: Sweep, { memoryMb }: Found) {
  const heaps = values.map((value) => (over === 'heap' ? Number(value) : HEAP_MB) + BESIDE_HEAP_MB);
  const needMb = targets.length * sum(heaps);
  if (needMb <= memoryMb) return;
  throw new UsageError(
    `VALUES=${values.join()}: ${plural(targets.length * values.length, 'JVM')} at a time need about ${Math.round(needMb)} MB, and this machine has ${Math.round(memoryMb)} MB; take fewer values or targets`,
  );
}

/** @returns those of the core that are compared in blocks; of pools those with a database */
function defaultScenarios(catalogue: Catalogue, { over, targets }: Sweep): string[] {
  return chooseScenarios(undefined, catalogue).filter((scenario) => {
    const isMeasured = targets.some(fitting(catalogue, scenario)) && hasBlocks(catalogue, scenario);
    return isMeasured && (over !== 'pool' || catalogue.scenarios[scenario].database);
  });
}
