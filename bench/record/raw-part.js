/**
 * One part of a bundle as the analysis reads it.
 *
 * @typedef {import('./rollup.js').UserSecond} UserSecond
 *
 * @typedef {{timeMs: number, value: number}} Sample
 *
 * @typedef {{timeMs: number, labels: string, value: number}} LabelledSample
 *
 * @typedef {Sample & { rssBytes?: number }} ProcessSample `value`: cumulative CPU seconds; `rssBytes`: resident memory, 0 where it was not recorded
 *
 * @typedef {Map<string, LabelledSample[]>} Metrics by name
 *
 * @typedef {object} RawPart as it lies in the bundle; what is missing or broken is null and named in `missing`
 * @property {import('./run.js').PlannedPart} planned
 * @property {import('./part.js').MeasuredPart | null} part
 * @property {Map<number, import('./hlog.js').RequestLog> | null} requests by slice; an empty log is left out
 * @property {Map<string, Metrics>} servers by target; one whose file is missing is left out
 * @property {Metrics | null} downstream null for a scenario that needs none
 * @property {Map<string, ProcessSample[]> | null} processes by process; targets as `target <name>`
 * @property {import('./rollup.js').RollupAccount | null} rollup the output's own account
 * @property {string[]} missing
 *
 * @typedef {object} Bundle
 * @property {import('./run.js').Run} run
 * @property {(planned: import('./run.js').PlannedPart) => RawPart} readPart
 * @property {import('./cpu-profile.js').CpuProfile[]} [cpuProfiles]
 */

export {};
