/** The targets of a run, each a container or a pod that is made anew for each start. It starts without its CPU limit, which is then put back. */
import { causeIn } from '../../util/programs.ts';
import { exitText } from '../../util/text.ts';
import { requireHealthy, untilReady, type Started } from '../processes/ready.ts';
import { Starts } from '../processes/starts.ts';
import type { Endpoints, Exit } from '../engine.ts';

/** A subclass says how one is made, ended and limited. @abstract */
export class RenewedTargets {
  /** Id of the container, or name of the pod, of each target that was started. */
  used = new Map<string, string>();
  protected starts = new Starts();
  #common;

  constructor(common: {
    endpoints: Endpoints;
    /** by id or name */
    exits: Map<string, Exit>;
    /** how long a start may take */
    startMs: number;
    /** that shows its log */
    logCommand: (name: string, id: string) => string;
  }) {
    this.#common = common;
  }

  /** @throws {Error} one line, if it does not become healthy */
  async start(name: string) {
    await this.starts.run(async () => {
      if (this.isRunning(name)) throw new Error(`${name} is running already`);
      await this.make(name);
      const { endpoints, startMs } = this.#common;
      await untilReady(this.#started(name), startMs, () => requireHealthy(endpoints, name));
      await this.limit(name, true);
    });
  }

  #started(name: string): Started {
    const { exits, logCommand } = this.#common;
    const id = String(this.used.get(name));
    const explain = async () => {
      const exit = exits.get(id);
      const cause = causeIn(await this.logOf(id));
      return [exit && exitText(exit), cause, `see ${logCommand(name, id)}`].filter(Boolean).join('; ');
    };
    return {
      name,
      get exit() {
        return exits.get(id) ?? null;
      },
      explain,
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
    return this.#common.exits.get(this.used.get(name) ?? '') ?? null;
  }

  /** @param _ name of one that is then in `used`, without its limit */
  protected async make(_: string) {}

  /** @param _ name */
  async stop(_: string) {}

  protected async setLimit(..._: [name: string, limited: boolean]) {}

  /** @param _ id @returns the end of its log */
  protected async logOf(_: string): Promise<string> {
    return '';
  }
}
