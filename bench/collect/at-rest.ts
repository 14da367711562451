/** A target's JVM that has started and has had no load yet. */
import { usage } from './processes.ts';
import type { Place, Reading } from './proc.ts';

/** null where it could not be found out */
export type AtRest = { readySeconds: number | null; restRssBytes: number | null };

const ANSWER_WITHIN_MS = 5000;

/** @param metricsUrl of the target @param place of its process */
export async function atRest(metricsUrl: string, place: Place | undefined): Promise<AtRest> {
  const metrics = await textOf(metricsUrl);
  return { readySeconds: readySecondsIn(metrics), restRssBytes: (place && (await reading(place)))?.rssBytes || null };
}

async function reading({ read, ...here }: Place): Promise<Pick<Reading, 'rssBytes'> | null> {
  return read ? read() : usage(here);
}

/** @returns '' where it does not answer: what follows will say so */
async function textOf(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).text();
  } catch {
    return '';
  }
}

/**
 * @param metrics in Prometheus' text format
 * @returns what Spring Boot took from its start, after that of the JVM, until the application was ready; null of a target without it
 */
export function readySecondsIn(metrics: string): number | null {
  const found = /^application_ready_time_seconds(?:\{[^}]*\})? (\S+)$/m.exec(metrics);
  return found && Number.isFinite(Number(found[1])) ? Number(found[1]) : null;
}
