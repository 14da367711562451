/** Scrapes a target: the text of /actuator/prometheus, without timestamps. */
const ANSWER_WITHIN_MS = 2000;

/** @param url of a target's metrics @throws {Error} if there is no answer in time */
export async function scrape(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return response.text();
}
