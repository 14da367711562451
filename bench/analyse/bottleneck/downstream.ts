/** The downstream service: did a target wait for the service itself, longer than the delay it requested? */
import { callsDownstream } from '../../record/catalogue.ts';
import { summed } from '../../record/samples.ts';
import { downstreamUse, type Use } from '../slice/shares.ts';
import { counterDelta, orAbsent, plateauOf } from '../slice/window.ts';
import { mean } from '../../util/math.ts';
import type { RawSlice } from '../slice/view.ts';
import type { StageFigures } from '../types.ts';
import type { Run } from '../../record/run.ts';

/** on one plateau */
export interface Downstream {
  /** and what the others left it; null where it was not recorded */
  cpu: Use | null;
  /** of its answers, by its own account; null where it has none on the plateau */
  meanMs: number | null;
  /** mean of the requested delays */
  requestedMs: number;
  /** the time beyond the requested delay matters for what was measured */
  isLate: boolean;
}

const ROUTE = 'uri=/delay';
/** A timer of whole milliseconds is late by one; a fifth of the shortest requested delay (10 ms) is twice that. */
const LATE_SHARE = 0.2;
/** Of what a request took on the target: less than this, and whatever the service was late by is not what was measured. */
const PART_OF_REQUEST = 0.1;

/** @returns null for a scenario that does not call it */
export function downstream(raw: RawSlice, stage: StageFigures, run: Run): Downstream | null {
  const { scenario } = raw;
  if (!callsDownstream(run, scenario)) return null;
  const { delaysMs = [] } = run.catalogue.scenarios[scenario].calls ?? {};
  const requestedMs = mean(delaysMs);
  const meanMs = meanOfAnswers(raw);
  const lateMs = meanMs === null ? 0 : meanMs - requestedMs;
  const isPart = lateMs * delaysMs.length > PART_OF_REQUEST * (stage.latency.mean ?? 0);
  return { cpu: downstreamUse(stage.processCores, run), meanMs, requestedMs, isLate: lateMs > LATE_SHARE * requestedMs && isPart };
}

function meanOfAnswers({ downstream: samples, slice }: RawSlice): number | null {
  if (!samples) return null;
  const delta = (metric: string) => counterDelta(summed(samples.get(metric) ?? [], ROUTE), plateauOf(slice)).delta;
  // null where there are too few samples, or it was started anew
  return orAbsent({}, 'mean', () => {
    const count = delta('http_server_requests_seconds_count');
    return count > 0 ? (delta('http_server_requests_seconds_sum') * 1000) / count : null;
  });
}
