/**
 * cell.json: what is recorded of one measured cell.
 *
 * @typedef {{vus: number, startMs: number, endMs: number, plateauStartMs: number, plateauEndMs: number}} StageBounds
 *
 * @typedef {object} CellJson
 * @property {'ok' | 'failed'} state
 * @property {string | null} reason
 * @property {number} startMs start of the first stage
 * @property {number} endMs end of k6
 * @property {StageBounds[]} stages
 * @property {{scenario?: string, vus: number | number[], seconds: number, quotaLifted: boolean, limitInTurn?: boolean, perSecond?: number[], steady?: boolean} | null} [warmup]
 * @property {{memoryNs: number, loopNs: number}} [yardstick] of a fixed computation before the first stage
 * @property {{startedMs: number, restartedBefore: string | null}} [jvm]
 * @property {{exitCode: number, httpReqs: number, setupReqs: number, interrupted: number}} [k6]
 * @property {{k6: number | null, hlog: number | null, influx: number | null}} [counts]
 * @property {{expected: number, ok: number, slowestMs: number | null}} [scrapes]
 * @property {{name: string, ok: boolean, detail: string}[]} [checks]
 * @property {{setMs: number | null, measuredMs: number}} [databaseRtt] before the first stage, of scenarios with a database
 * @property {Record<string, number>} [answers] of the load by status, where several are successes
 * @property {{places: number, accepted: number, rows: number, left: number}} [stock] after the last stage, of scenarios that sell places
 */

export {};
