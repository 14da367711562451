/**
 * One cell of a bundle as the analysis reads it.
 *
 * @typedef {import('./rollup.js').UserSecond} UserSecond
 *
 * @typedef {{timeMs: number, value: number}} Sample
 *
 * @typedef {{timeMs: number, labels: string, value: number}} LabelledSample
 *
 * @typedef {Sample & { rssBytes?: number }} ProcessSample `value`: cumulative CPU seconds; `rssBytes`: resident memory, 0 where it was not recorded
 *
 * @typedef {object} RawCell one cell as it lies in the bundle; a part that is missing or broken is null and named in `missing`
 * @property {import('./run.js').PlannedCell} planned
 * @property {import('./cell.js').MeasuredCell | null} cell
 * @property {import('./hlog.js').RequestLog | null} requests
 * @property {Map<string, LabelledSample[]> | null} server by metric name
 * @property {Map<string, LabelledSample[]> | null} downstream the same of the downstream service; null for a scenario that needs none
 * @property {Map<string, ProcessSample[]> | null} processes by process
 * @property {import('./rollup.js').RollupAccount | null} rollup the output's own account
 * @property {number | null} droppedIterations of an arrival-rate load; null where k6 left no summary
 * @property {string[]} missing
 *
 * @typedef {object} RawSequence one sequence as it lies in the bundle, like a RawCell
 * @property {import('./run.js').PlannedSequence} planned
 * @property {import('./sequence.js').MeasuredSequence | null} sequence
 * @property {Map<number, import('./hlog.js').RequestLog> | null} requests by slice; an empty log is left out
 * @property {Map<string, Map<string, LabelledSample[]>>} servers by target and metric name; a target whose file is missing is left out
 * @property {Map<string, LabelledSample[]> | null} downstream by metric name; null for a scenario that needs none
 * @property {Map<string, ProcessSample[]> | null} processes by process; targets as `target <name>`
 * @property {import('./rollup.js').RollupAccount | null} rollup
 * @property {string[]} missing
 *
 * @typedef {object} Bundle
 * @property {import('./run.js').Run} run
 * @property {(planned: import('./run.js').PlannedCell) => RawCell} readCell
 * @property {(planned: import('./run.js').PlannedSequence) => RawSequence} readSequence
 */

export {};
