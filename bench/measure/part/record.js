import { PartFailure } from './failure.js';

/** @typedef {import('../../record/part.js').Part} Part */
/** @typedef {import('../../record/part.js').Check} Check */

/** What is known so far of a part that is being measured. Its first failure is its reason. */
export class PartRecord {
  /** @param {Part} nothingMeasured yet */
  constructor(nothingMeasured) {
    /** @type {Part} */
    this.fields = nothingMeasured;
  }

  /** @param {Partial<Part>} fields */
  set(fields) {
    this.fields = { ...this.fields, ...fields };
  }

  /** @param {Check[]} checks */
  check(...checks) {
    this.fields = { ...this.fields, checks: [...this.fields.checks, ...checks] };
  }

  /**
   * @param {() => Promise<unknown> | void} step
   * @returns {Promise<boolean>} false if the step failed
   * @throws {Error} only for faults that end the run, such as a full disk
   */
  async attempt(step) {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof PartFailure)) throw error;
      this.fields = { ...this.fields, state: 'failed', reason: this.fields.reason ?? error.message };
      return false;
    }
  }

  /** @param {() => Promise<{ fields: Partial<Part>, checks: Check[], fault: string | null }>} collect `fault`: why it has failed */
  async collect(collect) {
    await this.attempt(async () => {
      const { fields, checks, fault } = await collect();
      this.set(fields);
      this.check(...checks);
      if (fault !== null) throw new PartFailure(fault);
    });
  }

  /** @returns {string[]} names of the checks that failed */
  get doubts() {
    return this.fields.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  }
}
