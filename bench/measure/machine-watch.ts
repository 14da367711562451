/** Tells at once when other processes use the machine: what is warmed up or prepared meanwhile suffers, too. */
import { OTHERS_LIMIT } from '../analyse/slice/health.ts';
import { otherUse, sampleMachine, type OtherUse } from '../collect/others.ts';
import type { Watched } from '../collect/processes.ts';

const LOOK_EVERY_MS = 5000;
/** Of the limit. A use that comes and goes around the limit is reported once. */
const QUIET_SHARE = 0.5;

/**
 * @param watched processes of the run
 * @param onChange called when others begin to use more than a slice may lose; with null when they use less than half of that
 * @returns ends the watch
 */
export function watchMachine(watched: () => Watched[], onChange: (use: OtherUse | null) => void): () => void {
  let before = sampleMachine(watched());
  let wasBusy = false;
  const look = () => {
    const now = sampleMachine(watched());
    const use = otherUse(before, now);
    before = now;
    if (use === null) return;
    const isBusy = use.share > OTHERS_LIMIT * (wasBusy ? QUIET_SHARE : 1);
    if (isBusy !== wasBusy) onChange(isBusy ? use : null);
    wasBusy = isBusy;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
