/** The targets of a run: how one starts, is limited and ends. */
import { causeIn } from '../../util/programs.ts';
import { explanation, requireHealthy, untilReady, type Started } from '../processes/ready.ts';
import { Starts } from '../processes/starts.ts';
import type { Endpoints, Exit } from '../engine.ts';

/** What those of every engine have in common. */
export abstract class BaseTargets<O extends { endpoints: Endpoints }> {
  options: O;
  protected abstract starts: Starts;

  constructor(options: O) {
    this.options = options;
  }

  /** @throws {Error} one line, if it does not become healthy */
  async start(name: string) {
    await this.starts.run(async () => {
      if (this.isRunning(name)) throw new Error(`${name} is running already`);
      await this.begin(name);
    });
  }

  isRunning(name: string) {
    return this.last(name)?.exit === null;
  }

  exit(name: string): Exit | null {
    return this.last(name)?.exit ?? null;
  }

  /** @param name running @throws {Error} if the limit is not what it should be */
  async limit(name: string, limited: boolean) {
    // A target that has just died cannot be limited; isRunning reports that it died.
    await this.setLimit(name, limited).catch((error) => {
      if (this.exit(name) === null) throw error;
    });
  }

  /** Resolves when it is healthy, and under its limit. */
  protected abstract begin(name: string): Promise<void>;

  /** @returns what was started last; undefined where nothing was */
  protected abstract last(name: string): Started | undefined;

  protected abstract setLimit(name: string, limited: boolean): Promise<void>;
}

/** Each is a container or a pod that is made anew for each start. It starts without its CPU limit, which is then put back. */
export abstract class RenewedTargets<O extends { endpoints: Endpoints }> extends BaseTargets<O> {
  /** by id of the container, or name of the pod */
  abstract exits: Map<string, Exit>;
  /** how long a start may take */
  abstract startMs: number;
  /** Id of the container, or name of the pod, of each target that was started. */
  used = new Map<string, string>();
  canLift = true;
  protected override starts = new Starts();

  protected override async begin(name: string) {
    await this.make(name);
    await untilReady(this.#started(name, String(this.used.get(name))), this.startMs, () => requireHealthy(this.options.endpoints, name));
    await this.limit(name, true);
  }

  protected override last(name: string): Started | undefined {
    const id = this.used.get(name);
    return id === undefined ? undefined : this.#started(name, id);
  }

  #started(name: string, id: string): Started {
    const { exits } = this;
    return {
      name,
      get exit() {
        return exits.get(id) ?? null;
      },
      explain: async () => explanation(exits.get(id) ?? null, causeIn(await this.logOf(id)), this.logCommand(name, id)),
      refuse: () => this.starts.refuseWhenEnded(),
    };
  }

  /** Ends all, for good. Those that died by themselves stay, for their logs. */
  async stopAll() {
    await this.starts.end();
    await Promise.all([...this.used.keys()].filter((name) => this.exit(name) === null).map((name) => this.stop(name)));
  }

  abstract stop(name: string): Promise<void>;

  /** It is then in `used`, without its limit. */
  protected abstract make(name: string): Promise<void>;

  /** @returns the end of its log */
  protected abstract logOf(id: string): Promise<string>;

  /** @returns shows its log */
  protected abstract logCommand(name: string, id: string): string;
}
