/** The targets of a run, each a container or a pod that is made anew for each start. It starts without its CPU limit, which is then put back. */
import { causeIn } from '../../util/programs.js';
import { exitText } from '../../util/text.js';
import { requireHealthy, untilReady } from '../processes/ready.js';
import { Starts } from '../processes/starts.js';

/** @typedef {import('../engine.js').Exit} Exit */

/** A subclass says how one is made, ended and limited. @abstract */
export class RenewedTargets {
  /** Id of the container, or name of the pod, of each target that was started. @type {Map<string, string>} */
  used = new Map();
  /** @protected */
  starts = new Starts();
  #common;

  /**
   * @param {object} common
   * @param {import('../engine.js').Endpoints} common.endpoints
   * @param {Map<string, Exit>} common.exits by id or name
   * @param {number} common.startMs how long a start may take
   * @param {(name: string, id: string) => string} common.logCommand that shows its log
   */
  constructor(common) {
    this.#common = common;
  }

  /** @param {string} name @throws {Error} one line, if it does not become healthy */
  async start(name) {
    await this.starts.run(async () => {
      if (this.isRunning(name)) throw new Error(`${name} is running already`);
      await this.make(name);
      const { endpoints, startMs } = this.#common;
      await untilReady(this.#started(name), startMs, () => requireHealthy(endpoints, name));
      await this.limit(name, true);
    });
  }

  /** @param {string} name @returns {import('../processes/ready.js').Started} */
  #started(name) {
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

  /** @param {string} name running @param {boolean} limited @throws {Error} if the limit is not what it should be */
  async limit(name, limited) {
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

  /** @param {string} name */
  isRunning(name) {
    return this.used.has(name) && this.exit(name) === null;
  }

  /** @param {string} name @returns {Exit | null} */
  exit(name) {
    return this.#common.exits.get(this.used.get(name) ?? '') ?? null;
  }

  /** @protected @param {string} _ name of one that is then in `used`, without its limit */
  async make(_) {}

  /** @param {string} _ name */
  async stop(_) {}

  /** @protected @param {[name: string, limited: boolean]} _ */
  async setLimit(..._) {}

  /** @protected @param {string} _ id @returns {Promise<string>} the end of its log */
  async logOf(_) {
    return '';
  }
}
