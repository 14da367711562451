/** What the JVM of every target is started with, whatever the engine. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @returns CPUs of a target by default: on a small machine half a CPU, so that k6 is not the bottleneck */
export function defaultTargetCpus(): number {
  return os.availableParallelism() < 4 ? 0.5 : 1;
}

export type Collector = (typeof import('../record/json/limits.ts').COLLECTORS)[number];

const NAMES: Record<Collector, string> = { serial: 'SerialGC', g1: 'G1GC', parallel: 'ParallelGC', zgc: 'ZGC', shenandoah: 'ShenandoahGC' };
const CHOOSES = /^-XX:\+Use((?:Serial|G1|Parallel|Z|Shenandoah|Epsilon)GC)$/;
const MEBIBYTES: Record<string, number> = { k: 1 / 1024, m: 1, g: 1024 };

/** @returns the option that chooses it */
export function collectorFlag(gc: Collector): string {
  return `-XX:+Use${NAMES[gc]}`;
}

function argsOfFile(root: string): string[] {
  const lines = readFileSync(path.join(root, 'services', 'jvm.args'), 'utf8').split('\n');
  return lines.flatMap((line) => line.replace(/#.*/, '').split(/\s+/)).filter(Boolean);
}

/** A JVM that is told to use two collectors refuses to start, so the one in services/jvm.args is taken back. @returns further options */
export function collectorArgs(root: string, gc: Collector | null): string[] {
  if (gc === null) return [];
  const others = argsOfFile(root).filter((arg) => CHOOSES.test(arg) && arg !== collectorFlag(gc));
  return [...others.map((arg) => arg.replace('+', '-')), collectorFlag(gc)];
}

/** @param further options @returns options of every target's JVM, and what they choose */
export function jvmSettings(root: string, further: string[]): { jvmArgs: string[]; heapMb: number | null; collector: string | null } {
  const jvmArgs = [...argsOfFile(root), ...further];
  // If two options conflict, a JVM uses the last.
  const heap = jvmArgs.map((arg) => /^-Xmx(\d+)([kmg])$/i.exec(arg)).findLast(Boolean);
  const collector = jvmArgs.map((arg) => CHOOSES.exec(arg)).findLast(Boolean);
  return { jvmArgs, heapMb: heap ? Number(heap[1]) * MEBIBYTES[heap[2].toLowerCase()] : null, collector: collector?.[1] ?? null };
}
