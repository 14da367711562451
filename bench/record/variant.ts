/** A variant: a target of the catalogue under another value of one knob. A sweep compares variants as other runs compare targets. */
import { list, matching, name, oneOf, record } from './json/fields.ts';
import type { InferOutput } from 'valibot';
import type { Run } from './run.ts';

/** What a sweep may change. */
export const SWEPT = ['gc', 'pool', 'heap', 'cpus', 'jdk', 'aot'] as const;
/** Caches that a JVM may start with: none, an archive of classes (CDS), or a cache that also has profiles of methods (JEP 483, 514 and 515). */
export const CACHES = ['none', 'cds', 'aot'] as const;

/** A name, a number, or the version of a JDK. It becomes part of the variant's name and is never run. */
const value = () => matching(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,31}$/, 'a value of letters, digits, dots, hyphens and plus signs');

export const variantSchema = record({ of: name(), knob: oneOf(SWEPT), value: value() });

export const sweepSchema = record({
  over: oneOf(SWEPT),
  /** of catalogue.json */
  targets: list(name(), 1, 100),
  /** in their order */
  values: list(value(), 2, 100),
});

export type Knob = (typeof SWEPT)[number];

export type Cache = (typeof CACHES)[number];

export type Variant = InferOutput<typeof variantSchema>;

export type Sweep = InferOutput<typeof sweepSchema>;

/** @returns are its values numbers, in whose order they are drawn? */
export function isNumeric({ over }: Pick<Sweep, 'over'>): boolean {
  return ['pool', 'heap', 'cpus'].includes(over);
}

/** @returns number of CPUs that a JVM sizes event loops, schedulers and its own threads by, as in a container */
export function activeProcessors(targetCpus: number): number {
  return Math.max(1, Math.ceil(targetCpus));
}

/** @returns those of the run, with the CPUs of this target */
export function limitsOfTarget({ catalogue, limits }: Pick<Run, 'catalogue' | 'limits'>, target: string): Run['limits'] {
  const { variant } = catalogue.targets[target];
  if (variant?.knob !== 'cpus') return limits;
  const targetCpus = Number(variant.value);
  return { ...limits, targetCpus, activeProcessorCount: activeProcessors(targetCpus) };
}
