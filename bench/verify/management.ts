/** A target's metrics, from its management port. */
import { sumOfSeries } from '../../k6/lib/compilers.js';
import { openClient } from './client.ts';

const CPU_COUNTER = 'process_cpu_time_ns_total';

export type Management = {
  scrape: () => Promise<string>;
  cpuMs: () => Promise<number>;
  answers: () => Promise<boolean>;
  close: () => void;
};

/**
 * @param url of its metrics
 * @returns `cpuMs`: CPU time of the target's process since its start, in milliseconds; `answers`: does it show its metrics?
 */
export function openManagement(url: string): Management {
  const { origin, pathname } = new URL(url);
  const client = openClient(origin);
  const scrape = async () => {
    const { status, body } = await client.send({ method: 'GET', path: pathname });
    if (status !== 200) throw new Error(`${pathname} answers ${status}`);
    return body.toString();
  };
  const cpuMs = async () => {
    const cpuNs = sumOfSeries(await scrape(), CPU_COUNTER);
    if (cpuNs === null) throw new Error(`${pathname} does not show ${CPU_COUNTER}`);
    return cpuNs / 1e6;
  };
  const answers = () => scrape().then(Boolean, () => false);
  return { scrape, cpuMs, answers, close: client.close };
}
