/** Reads a bundle: run.json at once, the files of each part when they are asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsDownstream } from './catalogue.ts';
import { readCpuProfiles } from './cpu-profile.ts';
import { parseSlicedHlog } from './hlog.ts';
import { NO_SUCH_FILE, RecordError } from './json/file.ts';
import { refuseOddFiles } from './json/plain-files.ts';
import { readRollup } from './rollup.ts';
import { isMeasured, partDir, readPart, serverFile, targetsIn, type MeasuredPart } from './part.ts';
import { readRun, type PlannedPart, type Run } from './run.ts';
import { parseProcessesCsv, parseServerCsv } from './samples.ts';
import type { Bundle, RawPart } from './raw-part.ts';

/**
 * Opens a bundle. Its parts are read one at a time: all of a long run at once would not fit in memory.
 * @param dir the run's folder
 * @throws {UsageError} one line, where run.json is missing or not valid
 */
export function readBundle(dir: string): Bundle {
  const run = readRun(dir);
  refuseOddFiles(dir);
  return { run, readPart: (planned) => readRawPart(dir, planned, run), cpuProfiles: readCpuProfiles(dir, run) };
}

function readRawPart(dir: string, planned: PlannedPart, run: Run): RawPart {
  const folder = partDir(dir, planned);
  const { missing, orMissing, content, exists } = filesOf(folder, planned);
  const samples = (file: string) => orMissing(file, () => parseServerCsv(content(file)));
  const servers = targetsIn(planned.blocks).map((target) => [target, samples(serverFile(target))] as const);
  return {
    planned,
    part: orMissing('part.json', () => measuredPart(folder, planned, run)),
    requests: orMissing('http.hlog', () => parseSlicedHlog(content('http.hlog'))),
    servers: new Map(servers.flatMap(([target, own]) => (own === null ? [] : [[target, own]]))),
    downstream: callsDownstream(run, planned.scenario) ? samples('downstream.csv') : null,
    processes: orMissing('processes.csv', () => parseProcessesCsv(content('processes.csv'))),
    rollup: exists('rollup.json') ? orMissing('rollup.json', () => readRollup(folder)) : null,
    missing,
  };
}

function filesOf(folder: string, { state }: { state: string }) {
  const missing: string[] = [];
  const orMissing = <T>(file: string, read: () => T): T | null => {
    if (state === 'pending') return null;
    try {
      return read();
    } catch (error) {
      missing.push(`${file}: ${why(error)}`);
      return null;
    }
  };
  const content = (file: string) => readFileSync(join(folder, file), 'utf8');
  const exists = (file: string) => existsSync(join(folder, file));
  return { missing, orMissing, content, exists };
}

function measuredPart(folder: string, planned: PlannedPart, run: Run): MeasuredPart {
  const part = readPart(folder, planned, run);
  if (!isMeasured(part)) throw new Error('no slice was measured');
  return part;
}

/** @returns one line */
function why(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RecordError) return error.fault;
  if ('code' in error && error.code === 'ENOENT') return NO_SUCH_FILE;
  return error.message.split('\n')[0];
}
