/** What a submission has in it, for the person who sends it. */
import { alignColumns } from '../util/table.js';
import { count, fixed, plural } from '../util/text.js';

/** What each file holds, by its name. @type {[pattern: RegExp, name: string, holds: string][]} */
const KINDS = [
  [/^run\.json$/, 'run.json', 'plan, machine (CPU, cores, memory, kernel), versions, limits, commit'],
  [/cell\.json$/, 'cell.json', 'times of the stages, counts, checks, warm-up'],
  [/sequence\.json$/, 'sequence.json', 'times of the slices, counts, checks, warm-ups'],
  [/http\.hlog$/, 'http.hlog', 'histograms of latency'],
  [/server(-[a-z0-9-]+)?\.csv$/, 'server*.csv', "targets' metrics that a figure is made of"],
  [/downstream\.csv$/, 'downstream.csv', 'the same of the downstream service'],
  [/processes\.csv$/, 'processes.csv', "CPU time and memory of the run's own processes"],
  [/rollup\.json$/, 'rollup.json', "time that users spent, the k6 output's account"],
  [/k6-summary\.json$/, 'k6-summary.json', "k6's counts"],
  [/^[a-z]+\.csv$/, 'cells.csv, slices.csv', 'all figures, made of the files above'],
  [/^verdicts\.json$/, 'verdicts.json', 'what the report says, for programs'],
  [/^(report\.(md|svg)|index\.html)$/, 'report.md, report.svg, index.html', 'the report without its charts over time'],
  [/^manifest\.json$/, 'manifest.json', 'a hash of each file'],
];
const LEFT_OUT = "left out: names of other processes, paths, commands, bodies of requests, k6's logs, samples that no figure is made of";

/**
 * @param {string} place of the submission
 * @param {Map<string, string>} files
 * @returns {string[]} lines
 */
export function contentsTable(place, files) {
  const rows = KINDS.flatMap(([pattern, name, holds]) => {
    const own = [...files].filter(([file]) => pattern.test(file));
    return own.length === 0 ? [] : [[`  ${name}`, count(own.length), kilobytes(own), holds]];
  });
  return [`${place}: ${plural(files.size, 'file')}, ${kilobytes([...files])}`, ...alignColumns(rows), LEFT_OUT];
}

/** @param {[string, string][]} files */
function kilobytes(files) {
  const bytes = files.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0);
  return `${fixed(bytes / 1000, bytes < 10_000 ? 1 : 0)} KB`;
}
