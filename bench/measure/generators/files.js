/** The files that k6 leaves of a load. */
import path from 'node:path';

/**
 * @typedef {object} LoadFiles by absolute path, all in one folder
 * @property {string} hlog histograms of the requests
 * @property {string} log what k6 says
 * @property {string | null} summary what the script's `handleSummary` writes; null: not needed, as the following
 * @property {string | null} report of the rollup output on itself
 *
 * @typedef {LoadFiles & { summary: string }} SummedUpFiles
 */

/** @param {string} dir of a part @returns {SummedUpFiles} */
export function filesIn(dir) {
  return {
    hlog: path.join(dir, 'http.hlog'),
    log: path.join(dir, 'k6.log'),
    summary: path.join(dir, 'k6-summary.json'),
    report: path.join(dir, 'rollup.json'),
  };
}

/** @param {string} dir @returns {LoadFiles} nothing of a warm-up is measured */
export function warmUpFilesIn(dir) {
  return { hlog: path.join(dir, 'warmup.hlog'), log: path.join(dir, 'k6-warmup.log'), summary: null, report: null };
}

/** @param {string} stem path without endings @returns {SummedUpFiles} */
export function trialFiles(stem) {
  return { hlog: `${stem}.hlog`, log: `${stem}.k6.log`, summary: `${stem}.k6-summary.json`, report: null };
}

/**
 * @param {LoadFiles} files
 * @param {number} index of an instance, from 0
 * @param {number} count of instances
 * @returns {LoadFiles} its own: those of the whole where it is the only one, else `http-1.hlog`, `http-2.hlog`, …
 */
export function filesOf(files, index, count) {
  if (count === 1) return files;
  const own = (/** @type {string} */ file) => {
    const { dir, name, ext } = path.parse(file);
    return path.join(dir, `${name}-${index + 1}${ext}`);
  };
  const { hlog, log, summary, report } = files;
  return { hlog: own(hlog), log: own(log), summary: summary && own(summary), report: report && own(report) };
}
