/** What the time of a run goes into, by activity. An activity within another one is not counted twice. */
import type { Activity } from '../record/run.ts';

export class Spent {
  #under: Activity[] = [];
  #markMs;
  /** seconds since the last `take` */
  #seconds = new Map<Activity, number>();
  #nowMs;

  /** @param nowMs a clock that nobody sets */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#markMs = nowMs();
  }

  /** @param action what is done in it is charged to the activity, without what an inner activity takes */
  async on<T>(activity: Activity, action: () => Promise<T>): Promise<T> {
    this.#charge();
    this.#under.push(activity);
    try {
      return await action();
    } finally {
      this.#charge();
      this.#under.pop();
    }
  }

  /** Charges to another activity what the current one was charged with. @param seconds as planned; no more than it took */
  move(activity: Activity, seconds: number) {
    this.#charge();
    const current = this.#under.at(-1);
    if (!current) return;
    const moved = Math.min(seconds, this.#seconds.get(current) ?? 0);
    this.#add(current, -moved);
    this.#add(activity, moved);
  }

  /** @returns seconds since the last call */
  take(): Partial<Record<Activity, number>> {
    this.#charge();
    const taken = Object.fromEntries(this.#seconds);
    this.#seconds.clear();
    return taken;
  }

  #charge() {
    const nowMs = this.#nowMs();
    const current = this.#under.at(-1);
    if (current) this.#add(current, (nowMs - this.#markMs) / 1000);
    this.#markMs = nowMs;
  }

  #add(activity: Activity, seconds: number) {
    this.#seconds.set(activity, (this.#seconds.get(activity) ?? 0) + seconds);
  }
}
