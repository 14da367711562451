/** The instances of the load generator that shared the load of a cell or a sequence. */
import * as v from 'valibot';
import { epochMs, record, text, whole } from './fields.js';

export const instanceSchema = record({
  /** `k6`; where several share the load `k6-1`, `k6-2`, … */
  name: text(64),
  exitCode: v.nullable(whole()),
  /** epoch milliseconds, by its own clock, at which its load began; null: it sent none, or left no summary */
  startMs: v.nullable(epochMs()),
  /** two ways to count its requests; `k6` null without a summary */
  requests: record({ k6: v.nullable(whole()), hlog: whole() }),
});

/** @typedef {import('valibot').InferOutput<typeof instanceSchema>} Instance */

/** Further apart, the load is not the one that was planned: its first stage or slice is not yet that of all users. */
export const SPREAD_LIMIT_MS = 100;

/** @param {readonly Instance[]} instances @returns {number} milliseconds between the first and the last that began */
export function spreadMs(instances) {
  const starts = instances.flatMap(({ startMs }) => startMs ?? []);
  return starts.length === 0 ? 0 : Math.max(...starts) - Math.min(...starts);
}
