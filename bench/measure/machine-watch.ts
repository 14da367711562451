/** Tells at once when other processes use the machine: what is warmed up or prepared meanwhile suffers, too. */
import { OTHERS_LIMIT } from '../analyse/slice/health.ts';
import { otherUse, sampleMachine, type MachineSample, type OtherUse } from '../collect/others.ts';
import type { Watched } from '../collect/processes.ts';

const LOOK_EVERY_MS = 5000;
/** Of the limit. A use that comes and goes around the limit is reported once. */
const QUIET_SHARE = 0.5;

export class MachineWatch {
  #before: MachineSample | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #onChange;
  #watched;

  /**
   * @param watched processes of the run
   * @param onChange called when others begin to use more than a slice may lose; with null when they use less than half of that
   */
  constructor(watched: () => Watched[], onChange: (use: OtherUse | null) => void) {
    this.#watched = watched;
    this.#onChange = onChange;
  }

  start() {
    this.#before = sampleMachine(this.#watched());
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
  }

  #look() {
    const now = sampleMachine(this.#watched());
    const use = otherUse(this.#before, now);
    this.#before = now;
    if (use === null) return;
    const isBusy = use.share > OTHERS_LIMIT * (this.#isBusy ? QUIET_SHARE : 1);
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    this.#onChange(isBusy ? use : null);
  }
}
