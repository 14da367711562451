import { PartFailure } from './failure.ts';
import type { Part, Check } from '../../record/part.ts';

/** What is known so far of a part that is being measured. Its first failure is its reason. */
export class PartRecord {
  fields: Part;

  /** @param nothingMeasured yet */
  constructor(nothingMeasured: Part) {
    this.fields = nothingMeasured;
  }

  set(fields: Partial<Part>) {
    this.fields = { ...this.fields, ...fields };
  }

  check(...checks: Check[]) {
    this.fields = { ...this.fields, checks: [...this.fields.checks, ...checks] };
  }

  /** @returns false if the step failed @throws {Error} only for faults that end the run, such as a full disk */
  async attempt(step: () => Promise<unknown> | void): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof PartFailure)) throw error;
      this.fields = { ...this.fields, state: 'failed', reason: this.fields.reason ?? error.message };
      return false;
    }
  }

  /** @param collect `fault`: why it has failed */
  async collect(collect: () => Promise<{ fields: Partial<Part>; checks: Check[]; fault: string | null }>) {
    await this.attempt(async () => {
      const { fields, checks, fault } = await collect();
      this.set(fields);
      this.check(...checks);
      if (fault !== null) throw new PartFailure(fault);
    });
  }

  /** @returns names of the checks that failed */
  get doubts(): string[] {
    return this.fields.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  }
}
