/** What the Java that runs the targets can do, and which one that is. */
import os from 'node:os';
import { findJdks, type Java } from '../../setup/jdk.ts';
import { UsageError } from '../../util/errors.ts';
import { run } from '../../util/programs.ts';
import { collectorFlag, type Collector } from '../jvm.ts';
import type { Variant } from '../../record/variant.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Limiter } from './limiter.ts';

/**
 * Not every build of OpenJDK has every collector: Oracle's have no Shenandoah.
 * @param gc null: nothing is chosen
 * @param option that chose it
 * @throws {UsageError} one line, if this Java does not start with it
 */
export async function requireCollector(java: { bin: string; version: string }, gc: Collector | null, option = 'TARGET_GC') {
  if (gc === null || (await hasCollector(java, gc))) return;
  const { bin, version } = java;
  throw new UsageError(`${option}=${gc}: ${bin} (Java ${version}) does not start with it; accepted: what this Java was built with`);
}

/** @returns does it start with that collector? */
export async function hasCollector({ bin }: { bin: string }, gc: Collector): Promise<boolean> {
  try {
    await run(bin, [collectorFlag(gc), '-version']);
    return true;
  } catch {
    return false;
  }
}

/** @param java that runs all targets, if a sweep does not say otherwise @param jdks by name, where a sweep has several */
export function javaOf({ variant }: { variant?: Variant }, java: Java, jdks: Record<string, Java>): Java {
  return variant?.knob === 'jdk' ? jdks[variant.value] : java;
}

/**
 * @param names of the targets that will be started
 * @returns the JDKs that their variants name
 * @throws {UsageError} one line, if this machine cannot do what a variant's name says
 */
export async function requireVariants(
  { targets }: Catalogue,
  names: string[],
  { java, limiter }: { java: Java; limiter: () => Limiter },
): Promise<Record<string, Java>> {
  const variants = names.flatMap((name) => targets[name]?.variant ?? []);
  const of = (knob: string) => variants.filter((variant) => variant.knob === knob).map(({ value }) => value);
  for (const value of of('gc')) await requireCollector(java, value as Collector, 'VALUES');
  const [cpus] = of('cpus');
  if (cpus !== undefined && limiter().enforced !== 'quota') {
    throw new UsageError(
      `OVER=cpus: this machine enforces no CPU quota (${limiter().method}), so its ${os.availableParallelism()} cores cannot be shared out`,
    );
  }
  const wanted = of('jdk');
  if (wanted.length === 0) return {};
  const found = Object.fromEntries((await findJdks()).map((jdk) => [jdk.name, jdk]));
  const missing = wanted.find((name) => !Object.hasOwn(found, name));
  if (missing === undefined) return found;
  throw new UsageError(`OVER=jdk: JDK ${missing} is not found; found: ${Object.keys(found).join(', ') || 'none'}`);
}
