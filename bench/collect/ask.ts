/** Asks targets and the run's services over HTTP. */

const SCRAPED_WITHIN_MS = 2000;

/** @param url of a target's metrics @returns the text of /actuator/prometheus, without timestamps @throws {Error} if there is no answer in time */
export async function scrape(url: string, withinMs: number = SCRAPED_WITHIN_MS): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  return response.text();
}

/** @param service its name, for people @returns its answer, as JSON @throws {Error} one line that names the service */
export function askForJson<Answer>(service: string, url: string, init: RequestInit, withinMs: number): Promise<Answer> {
  const asked = fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) }).then((response) => response.json() as Promise<Answer>);
  return asked.catch((error: Error) => {
    throw new Error(`${service} ${whyOf(error, withinMs)}`, { cause: error });
  });
}

function whyOf({ name, message, cause }: Error, withinMs: number) {
  if (name === 'TimeoutError') return `did not answer within ${withinMs / 1000} s`;
  return `did not answer: ${cause instanceof Error ? cause.message : message}`;
}
