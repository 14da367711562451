/** How containers and pods start, are limited and end. */
import os from 'node:os';
import { exitText } from '../../util/text.ts';
import type { Started } from '../processes/ready.ts';
import type { Exit } from '../engine.ts';

const SIGNALS = 128;
/** The kernel's default, which neither Docker nor a kubelet changes. */
const PERIOD_US = 100_000;

/** Fields of `limits` where each target has a quota. */
export function quotaOf(cpus: number) {
  const method = `quota of ${cpus} CPU of each target's container, in periods of ${PERIOD_US / 1000} ms`;
  return { method, enforced: 'quota' as const, periodUs: PERIOD_US };
}

/** @param code of a container: its process's, or above 128 the number of a signal @param memory that it has, where it was ended for needing more */
export function exitOf(code: number, memory?: string): Exit {
  const [signal = null] = Object.entries(os.constants.signals).find(([, number]) => number === code - SIGNALS) ?? [];
  return { code, signal: memory === undefined ? signal : `OOM killed: it needed more than its ${memory}` };
}

/**
 * @param name for people
 * @param id by which its end is in `exits`
 * @param failure `why`: its cause, given that of the last answer that was none; `log`: command that shows its log
 */
export function startedAs(
  name: string,
  id: string,
  exits: Map<string, Exit>,
  failure: { why: (lastAnswer: string) => string | Promise<string>; log: string },
): Started {
  return {
    name,
    get exit() {
      return exits.get(id) ?? null;
    },
    async explain(lastAnswer = '') {
      const { exit } = this;
      return [exit && exitText(exit), await failure.why(lastAnswer), `see ${failure.log}`].filter(Boolean).join('; ');
    },
  };
}
