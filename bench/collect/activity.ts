/** Writes to InfluxDB what a run does, for the live dashboard: an annotation, and the words of its first tile. */
import { targetsIn } from '../record/part.ts';
import { pointLine, publishPoint, quoted, type Influx } from './influx.ts';
import { plural } from '../util/text.ts';
import { nowEpochMs } from '../util/time.ts';

type Phase = 'start' | 'verification' | 'warm-up' | 'blocks' | 'end';

/** @param run its id @param phase that begins @returns fulfilled also if InfluxDB refuses it: no figure of the report needs this point */
export function publishActivity(influx: Influx, run: string, phase: Phase, text: string): Promise<void> {
  return publishPoint(influx, activityLine(run, phase, text, nowEpochMs()));
}

/** @param timeMs epoch @returns line protocol, in milliseconds */
export function activityLine(run: string, phase: Phase, text: string, timeMs: number): string {
  return pointLine('activity', { run, phase }, { text: quoted(text) }, timeMs);
}

export function warmUpText({ scenario, round }: { scenario: string; round: number }, targets: string[]) {
  return `round ${round}: warming up ${targets.join(', ')} for ${scenario}`;
}

export function partText({ scenario, round, blocks }: { scenario: string; round: number; blocks: { vus: number; targets: string[] }[] }) {
  const levels = [...new Set(blocks.map(({ vus }) => vus))];
  return `round ${round}: ${scenario} on ${targetsIn(blocks).join(', ')} in ${plural(blocks.length, 'block')} of slices, ${levels.join(', ')} users`;
}
