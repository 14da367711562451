/** The Java that runs the targets: what it can do, which one that is, and their jars. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findJdks, type Java } from '../../setup/jdk.ts';
import { UsageError } from '../../util/errors.ts';
import { run } from '../../util/programs.ts';
import { collectorFlag, type Collector } from '../common/given.ts';
import type { Variant } from '../../record/variant.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Limiter } from './limiter.ts';

/** Oracle's builds have no Shenandoah. @param option that chose it @throws {UsageError} one line, if this Java does not start with it */
export async function requireCollector(java: Pick<Java, 'bin' | 'version'>, gc: Collector | null, option = 'TARGET_GC') {
  if (gc === null || (await hasCollector(java, gc))) return;
  const { bin, version } = java;
  throw new UsageError(`${option}=${gc}: ${bin} (Java ${version}) does not start with it; accepted: what this Java was built with`);
}

export function hasCollector({ bin }: Pick<Java, 'bin'>, gc: Collector): Promise<boolean> {
  const started = run(bin, [collectorFlag(gc), '-version']);
  return started.then(() => true).catch(() => false);
}

/** @param java that runs all targets, if a sweep does not say otherwise @param jdks by name, where a sweep has several */
export function javaOf({ variant }: { variant?: Variant }, java: Java, jdks: Record<string, Java>): Java {
  return variant?.knob === 'jdk' ? jdks[variant.value] : java;
}

/** @param names of targets @returns the JDKs that variants name @throws {UsageError} one line, if this machine cannot do what they say */
export async function requireVariants({ targets }: Catalogue, names: string[], java: Java, machine: { limiter: Limiter }) {
  const variants = names.flatMap((name) => targets[name]?.variant ?? []);
  const of = (knob: string) => variants.filter((variant) => variant.knob === knob).map(({ value }) => value);
  // The plan accepts no other value.
  for (const value of of('gc')) await requireCollector(java, value as Collector, 'VALUES');
  if (of('cpus').length > 0 && machine.limiter.enforced !== 'quota') {
    const lacking = `this machine enforces no CPU quota (${machine.limiter.method})`;
    throw new UsageError(`OVER=cpus: ${lacking}, so its ${os.availableParallelism()} cores cannot be shared out`);
  }
  const wanted = of('jdk');
  const jdks = wanted.length === 0 ? [] : await findJdks();
  const found: Record<string, Java> = Object.fromEntries(jdks.map((jdk) => [jdk.name, jdk]));
  const missing = wanted.find((name) => !Object.hasOwn(found, name));
  if (missing === undefined) return found;
  throw new UsageError(`OVER=jdk: JDK ${missing} is not found; found: ${Object.keys(found).join(', ') || 'none'}`);
}

/** A JVM reads its jar as long as it runs, and a build must not affect the run. @returns the run's copy, made at the first use */
export async function ownJar(jar: string, workDir: string): Promise<string> {
  const copy = path.join(workDir, 'jars', path.basename(jar));
  if (existsSync(copy)) return copy;
  await mkdir(path.dirname(copy), { recursive: true });
  // Two targets of one module may start at the same time, and neither may see half a jar.
  const partial = `${copy}.${randomUUID()}`;
  await copyFile(jar, partial);
  await rename(partial, copy);
  return copy;
}
