/** The files that k6 leaves of a load. */
import path from 'node:path';

/** by absolute path, all in one folder */
export interface LoadFiles {
  /** histograms of the requests */
  hlog: string;
  /** what k6 says */
  log: string;
  /** what the script's `handleSummary` writes; null: not needed, as the following */
  summary: string | null;
  /** of the rollup output on itself */
  report: string | null;
}

type SummedUpFiles = LoadFiles & { summary: string };

/** @param dir of a part */
export function filesIn(dir: string): SummedUpFiles {
  return {
    hlog: path.join(dir, 'http.hlog'),
    log: path.join(dir, 'k6.log'),
    summary: path.join(dir, 'k6-summary.json'),
    report: path.join(dir, 'rollup.json'),
  };
}

/** @returns nothing of a warm-up is measured */
export function warmUpFilesIn(dir: string): LoadFiles {
  return { hlog: path.join(dir, 'warmup.hlog'), log: path.join(dir, 'k6-warmup.log'), summary: null, report: null };
}

/** @param stem path without endings */
export function trialFiles(stem: string): SummedUpFiles {
  return { hlog: `${stem}.hlog`, log: `${stem}.k6.log`, summary: `${stem}.k6-summary.json`, report: null };
}

/**
 * @param index of an instance, from 0
 * @param count of instances
 * @returns its own: those of the whole where it is the only one, else `http-1.hlog`, `http-2.hlog`, …
 */
export function filesOf(files: LoadFiles, index: number, count: number): LoadFiles {
  if (count === 1) return files;
  const own = (file: string) => {
    const { dir, name, ext } = path.parse(file);
    return path.join(dir, `${name}-${index + 1}${ext}`);
  };
  const { hlog, log, summary, report } = files;
  return { hlog: own(hlog), log: own(log), summary: summary && own(summary), report: report && own(report) };
}
