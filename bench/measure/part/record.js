import { CellFailure } from './failure.js';

/**
 * What is known so far of a cell or a sequence that is being measured. Its first failure is its reason.
 * @template {{ state: 'ok' | 'failed', reason: string | null, checks: import('../../record/cell.js').Check[] }} R
 */
export class PartRecord {
  /** @param {R} nothingMeasured */
  constructor(nothingMeasured) {
    this.fields = nothingMeasured;
  }

  /** @param {Partial<R>} fields */
  set(fields) {
    this.fields = { ...this.fields, ...fields };
  }

  /** @param {import('../../record/cell.js').Check[]} checks */
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
      if (!(error instanceof CellFailure)) throw error;
      this.fields = { ...this.fields, state: 'failed', reason: this.fields.reason ?? error.message };
      return false;
    }
  }

  /**
   * @param {() => Promise<{ fields: Partial<R>, checks: import('../../record/cell.js').Check[], fault: string | null }>} collect `fault`: why it has failed
   */
  async collect(collect) {
    await this.attempt(async () => {
      const { fields, checks, fault } = await collect();
      this.set(fields);
      this.check(...checks);
      if (fault !== null) throw new CellFailure(fault);
    });
  }

  /** @returns {string[]} names of the checks that failed */
  get doubts() {
    return this.fields.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  }
}
