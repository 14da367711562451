/** What verdicts.json of each submission says, for the page of all. */
import path from 'node:path';
import * as v from 'valibot';
import { text } from '../../record/json/fields.ts';
import { RecordError, readForeignJson } from '../../record/json/file.ts';
import { SCHEMA as VERDICTS_SCHEMA, type verdictsDocument } from '../../report/verdicts/document.ts';

export type Result = Omit<ReturnType<typeof verdictsDocument>, 'engine'> & { engine: string };

export type Verdict = Result['verdicts'][number];

/** results of machines with the same CPU, cores and memory, newest first */
export type MachineClass = { machine: string; results: Result[] };

/** The rest is not looked at: what is in published/ was checked, and is byte for byte what this project writes. */
const schema = v.looseObject({ schema: v.literal(VERDICTS_SCHEMA), run: text(200) }, 'an object');

/** @param dir a submission @throws {UsageError} one line */
export function readResult(dir: string): Result {
  const file = path.join(dir, 'verdicts.json');
  const result = readForeignJson(file, schema) as Result;
  if (result.run !== path.basename(dir))
    throw new RecordError(file, `run is ${JSON.stringify(result.run)}; accepted is the name of its folder`);
  return result;
}

/** @returns the one with the newest result first */
export function machineClasses(results: Result[]): MachineClass[] {
  const newestFirst = results.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  return [...Map.groupBy(newestFirst, machineText)].map(([machine, own]) => ({ machine, results: own }));
}

/** @param results of one machine class, newest first @returns `newest`: of each comparison, that is, of the same targets measured alike */
export function newestOfEach(results: Result[]): { newest: Result[]; earlier: Result[] } {
  const newest = [...Map.groupBy(results, comparison).values()].map(([first]) => first);
  return { newest, earlier: results.filter((result) => !newest.includes(result)) };
}

function comparison(result: Result) {
  const targets = result.targets.map(({ name: target }) => target).toSorted();
  return JSON.stringify([result.engine, differentSettings(result), result.baseline, targets]);
}

/** @returns 'AMD EPYC, 2 cores, 24 GB' */
export function machineText({ machine: { cpu, cores, memoryBytes } }: Result): string {
  const model = cpu
    .replaceAll(/\((R|TM)\)|\bCPU\b|@.*$/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${model}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${Math.round(memoryBytes / 2 ** 30)} GB`;
}

/** @returns 'JDK 25' */
export function jdkText({ versions: { jdk } }: Result): string {
  return `JDK ${/^\d+/.exec(jdk ?? '')?.[0] ?? 'unknown'}`;
}

/** @returns what else makes it another measurement than most */
export function differentSettings({ settings, databaseRttMs }: Result): string[] {
  return [...(settings === 'default' ? [] : [`settings ${settings}`]), ...(databaseRttMs > 0 ? [`database ${databaseRttMs} ms away`] : [])];
}

export function labelOf({ targets }: Result, target: string): string {
  return targets.find(({ name }) => name === target)?.label ?? target;
}

/** @returns '2026-11-21' */
export function dayOf({ startedAt }: Result): string {
  return startedAt.slice(0, 10);
}
