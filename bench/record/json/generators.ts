/** The instances of the load generator that shared the load of a part. */
import * as v from 'valibot';
import { epochMs, finite, number, record, text, whole } from './fields.ts';

export const instanceSchema = record({
  /** `k6`; where several share the load `k6-1`, `k6-2`, … */
  name: text(64),
  exitCode: v.nullable(whole()),
  /** epoch milliseconds, by its own clock, at which its load began; null: it sent none, or left no summary */
  startMs: v.nullable(epochMs()),
  /** two ways to count its requests; `k6` null without a summary */
  requests: record({ k6: v.nullable(whole()), hlog: whole() }),
  /** of one in a cluster; null: it could not be measured */
  link: v.optional(
    record({
      /** its clock against the runner's, before or after the load, whichever was worse */
      clockOffsetMs: v.nullable(finite()),
      /** the offset is known to ± that: half the time of the question */
      clockErrorMs: v.nullable(number()),
      /** round trip from it to a target before the load */
      rttMs: v.nullable(number()),
      /** TCP segments that it sent again during the load; absent where they were not counted */
      retransmits: v.optional(whole()),
    }),
  ),
});

export type Instance = v.InferOutput<typeof instanceSchema>;

export type Link = NonNullable<Instance['link']>;

/** Further apart, the load is not the one that was planned: its first slice is not yet that of all users. */
export const SPREAD_LIMIT_MS = 100;

/** @returns milliseconds between the first and the last that began */
export function spreadMs(instances: readonly Instance[]): number {
  const starts = instances.flatMap(({ startMs }) => startMs ?? []);
  return starts.length === 0 ? 0 : Math.max(...starts) - Math.min(...starts);
}

/** Requests belong to slices and seconds by the generator's clock, samples of targets by the runner's. */
export const CLOCK_LIMIT_MS = 50;

/** @returns was its clock wrong, whatever the error of that figure? */
export function isClockOff({ link }: Instance): boolean {
  return link !== undefined && certainOffsetMs(link) > CLOCK_LIMIT_MS;
}

/** @returns by which its clock was off at least */
export function certainOffsetMs({ clockOffsetMs, clockErrorMs }: Link): number {
  return clockOffsetMs === null ? 0 : Math.max(0, Math.abs(clockOffsetMs) - (clockErrorMs ?? 0));
}
