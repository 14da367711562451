/** The slices of a part: their bounds, and the pause after each, which is as long as its last requests take. */
import { GAP_SECONDS, slicesOf } from '../../../k6/lib/blocks.js';
import { BACKLOG_SECONDS } from '../../../k6/lib/profiles.js';
import { hasBlocks } from '../../record/catalogue.ts';
import { targetsIn, type RecordedWarmUp, type Slice } from '../../record/part.ts';
import { limitsOfTarget } from '../../record/variant.ts';
import { sum } from '../../util/math.ts';
import { nearestSecondMs } from '../../util/time.ts';
import type { Run, PlannedPart } from '../../record/run.ts';
import type { Sequence } from '../generators/start.ts';
import type { Jvm } from '../jvms.ts';
import type { PartContext } from './context.ts';

/** Longer ones would cost more than the slices are worth: what lasts longer is discarded, and says so. */
const MOST_SECONDS = 10;
/** Where no warm-up has measured the rate. */
const USUAL_SECONDS = 3;
/** In the part a JVM may answer more slowly. */
const RESERVE = 1.25;
/** At the end of a warm-up, under load: its last slices or bursts. */
const LAST_SECONDS = 4;
/** A slice's first second is in no figure: users arrive in it, and connections are made. */
const SETTLE_MS = 1000;

/** `dir`: for the part's files */
export type PartWork = { planned: PlannedPart; sequence: Sequence; dir: string; context: PartContext };

/** @returns successes per second that it then has under its CPU limit: without it, it had as much more CPU as the machine has */
export function rateAfter({ perSecond, quotaLifted, limitInTurn }: RecordedWarmUp, run: Run, target: string): number {
  const last = perSecond.slice(-LAST_SECONDS);
  const share = quotaLifted && !limitInTurn ? Math.min(1, limitsOfTarget(run, target).targetCpus / run.machine.cores) : 1;
  return (share * sum(last)) / Math.max(1, last.length);
}

/** All users wait for an answer when a slice ends, and get it within users ÷ rate (Little's law). @param jvms of its targets, warm @returns seconds */
export function gapSecondsOf({ catalogue }: Run, { scenario, blocks }: PlannedPart, jvms: Map<string, Pick<Jvm, 'rates'>>): number {
  if (!hasBlocks(catalogue, scenario)) return BACKLOG_SECONDS;
  const mostVus = Math.max(...blocks.map(({ vus }) => vus));
  const rates = targetsIn(blocks).map((target) => jvms.get(target)?.rates.get(scenario) ?? 0);
  const waits = rates.map((rate) => (rate > 0 ? (RESERVE * mostVus) / rate : USUAL_SECONDS));
  return Math.min(MOST_SECONDS, Math.ceil(Math.max(GAP_SECONDS, ...waits)));
}

export type SliceBounds = Pick<Slice, 'slice' | 'block' | 'target' | 'vus' | 'startMs' | 'endMs' | 'plateauStartMs' | 'plateauEndMs'>;

/** @param startMs epoch milliseconds of the first slice */
export function sliceBounds({ blocks, sliceSeconds, gapSeconds }: Sequence, startMs: number): SliceBounds[] {
  return slicesOf(blocks, sliceSeconds, gapSeconds).map(({ startSecond, ...slice }) => {
    const from = startMs + startSecond * 1000;
    const to = from + sliceSeconds * 1000;
    return { ...slice, startMs: from, endMs: to, plateauStartMs: nearestSecondMs(from) + SETTLE_MS, plateauEndMs: nearestSecondMs(to) };
  });
}
