/** Reads a bundle: run.json at once, the files of each part when they are asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsDownstream } from './catalogue.ts';
import { readCpuProfiles } from './cpu-profile.ts';
import { parseSlicedHlog } from './hlog.ts';
import { NO_SUCH_FILE, RecordError, refuseOddFiles } from './json/file.ts';
import { readRollup } from './rollup.ts';
import { isMeasured, partDir, readPart, serverFile, targetsIn, type MeasuredPart } from './part.ts';
import { readRun, type PlannedPart, type Run } from './run.ts';
import { parseProcessesCsv, parseServerCsv } from './samples.ts';
import type { Bundle, RawPart } from './raw-part.ts';

/** Opens a bundle. Its parts are read one at a time: all of a long run at once would not fit in memory.
 * @throws {UsageError} one line, where run.json is missing or not valid */
export function readBundle(dir: string): Bundle {
  const run = readRun(dir);
  refuseOddFiles(dir);
  return { run, readPart: (planned) => readRawPart(dir, planned, run), cpuProfiles: readCpuProfiles(dir, run) };
}

function readRawPart(dir: string, planned: PlannedPart, run: Run): RawPart {
  const folder = partDir(dir, planned);
  const missing: string[] = [];
  const orMissing = <T>(file: string, read: (place: string) => T): T | null => {
    if (planned.state === 'pending') return null;
    try {
      return read(join(folder, file));
    } catch (error) {
      missing.push(`${file}: ${why(error)}`);
      return null;
    }
  };
  const parsed = <T>(file: string, parse: (text: string) => T) => orMissing(file, (place) => parse(readFileSync(place, 'utf8')));
  const servers = targetsIn(planned.blocks).map((target) => [target, parsed(serverFile(target), parseServerCsv)] as const);
  return {
    planned,
    part: orMissing('part.json', () => measuredPart(folder, planned, run)),
    requests: parsed('http.hlog', parseSlicedHlog),
    servers: new Map(servers.flatMap(([target, own]) => (own === null ? [] : [[target, own]]))),
    downstream: callsDownstream(run, planned.scenario) ? parsed('downstream.csv', parseServerCsv) : null,
    processes: parsed('processes.csv', parseProcessesCsv),
    rollup: existsSync(join(folder, 'rollup.json')) ? orMissing('rollup.json', () => readRollup(folder)) : null,
    missing,
  };
}

function measuredPart(folder: string, planned: PlannedPart, run: Run): MeasuredPart {
  const part = readPart(folder, planned, run);
  if (!isMeasured(part)) throw new Error('no slice was measured');
  return part;
}

function why(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RecordError) return error.fault;
  if ('code' in error && error.code === 'ENOENT') return NO_SUCH_FILE;
  return error.message.split('\n')[0];
}
