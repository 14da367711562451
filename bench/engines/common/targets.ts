/** The targets of a run, each a container or a pod that is made anew for each start. It starts without its CPU limit, which is then put back. */
import { causeIn } from '../../util/programs.ts';
import { explanation, requireHealthy, untilReady, type Started } from '../processes/ready.ts';
import { Starts } from '../processes/starts.ts';
import type { Endpoints, Exit } from '../engine.ts';

export abstract class RenewedTargets<O extends { endpoints: Endpoints }> {
  options: O;
  /** by id of the container, or name of the pod */
  abstract exits: Map<string, Exit>;
  /** how long a start may take */
  abstract startMs: number;
  /** Id of the container, or name of the pod, of each target that was started. */
  used = new Map<string, string>();
  /** whether one can run without its limit for a while */
  canLift = true;
  protected starts = new Starts();

  constructor(options: O) {
    this.options = options;
  }

  /** @throws {Error} one line, if it does not become healthy */
  async start(name: string) {
    await this.starts.run(async () => {
      if (this.isRunning(name)) throw new Error(`${name} is running already`);
      await this.make(name);
      await untilReady(this.#started(name), this.startMs, () => requireHealthy(this.options.endpoints, name));
      await this.limit(name, true);
    });
  }

  #started(name: string): Started {
    const { exits } = this;
    const id = String(this.used.get(name));
    return {
      name,
      get exit() {
        return exits.get(id) ?? null;
      },
      explain: async () => explanation(exits.get(id) ?? null, causeIn(await this.logOf(id)), this.logCommand(name, id)),
      refuse: () => this.starts.refuseWhenEnded(),
    };
  }

  /** @param name running @throws {Error} if the limit is not what it should be */
  async limit(name: string, limited: boolean) {
    // A target that has just died cannot be limited; isRunning reports that it died.
    await this.setLimit(name, limited).catch((error) => {
      if (this.exit(name) === null) throw error;
    });
  }

  /** Ends all, for good. Those that died by themselves stay, for their logs. */
  async stopAll() {
    await this.starts.end();
    await Promise.all([...this.used.keys()].filter((name) => this.exit(name) === null).map((name) => this.stop(name)));
  }

  isRunning(name: string) {
    return this.used.has(name) && this.exit(name) === null;
  }

  exit(name: string): Exit | null {
    return this.exits.get(this.used.get(name) ?? '') ?? null;
  }

  abstract stop(name: string): Promise<void>;

  /** It is then in `used`, without its limit. */
  protected abstract make(name: string): Promise<void>;

  protected abstract setLimit(name: string, limited: boolean): Promise<void>;

  /** @returns the end of its log */
  protected abstract logOf(id: string): Promise<string>;

  /** @returns shows its log */
  protected abstract logCommand(name: string, id: string): string;
}
