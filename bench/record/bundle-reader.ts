/** Reads a bundle: run.json at once, the files of each part when they are asked for. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsDownstream } from './catalogue.ts';
import { readCpuProfiles, type CpuProfile } from './cpu-profile.ts';
import { parseSlicedHlog } from './hlog.ts';
import { NO_SUCH_FILE, RecordError, refuseOddFiles } from './json/file.ts';
import { readRollup } from './rollup.ts';
import { isMeasured, partDir, readPart, serverFile, targetsIn, type MeasuredPart } from './part.ts';
import { readRun, type PlannedPart, type Run } from './run.ts';
import { parseProcessesCsv, parseServerCsv } from './samples.ts';
import { messageOf } from '../util/errors.ts';
import { hasCode } from '../util/files.ts';

export type Bundle = { run: Run; readPart: (planned: PlannedPart) => RawPart; cpuProfiles?: CpuProfile[] };

/** one part as it lies in the bundle; what is missing or broken is null and named in `missing` */
export type RawPart = ReturnType<typeof readRawPart>;

/** Opens a bundle. Its parts are read one at a time: all of a long run at once would not fit in memory.
 * @throws {UsageError} one line, where run.json is missing or not valid */
export function readBundle(dir: string): Bundle {
  const run = readRun(dir);
  refuseOddFiles(dir);
  return { run, readPart: (planned) => readRawPart(dir, planned, run), cpuProfiles: readCpuProfiles(dir, run) };
}

function readRawPart(dir: string, planned: PlannedPart, run: Run) {
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
    /** by slice; an empty log is left out */
    requests: parsed('http.hlog', parseSlicedHlog),
    /** by target; one whose file is missing is left out */
    servers: new Map(servers.flatMap(([target, own]) => (own === null ? [] : [[target, own]]))),
    /** null for a scenario that needs none */
    downstream: callsDownstream(run, planned.scenario) ? parsed('downstream.csv', parseServerCsv) : null,
    /** by process; targets as `target <name>` */
    processes: parsed('processes.csv', parseProcessesCsv),
    /** the output's own account */
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
  if (error instanceof RecordError) return error.fault;
  return hasCode(error, 'ENOENT') ? NO_SUCH_FILE : messageOf(error).split('\n')[0];
}
