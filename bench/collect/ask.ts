/** Asks one of the run's services over HTTP, and names it in whatever goes wrong. */

/** @param service its name, for people @returns its answer, as JSON @throws {Error} one line that names the service */
export async function askForJson(service: string, url: string, init: RequestInit, withinMs: number): Promise<any> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) });
    return await response.json();
  } catch (error) {
    throw new Error(`${service} ${whyOf(error as Error, withinMs)}`, { cause: error });
  }
}

function whyOf({ name, message, cause }: Error, withinMs: number) {
  if (name === 'TimeoutError') return `did not answer within ${withinMs / 1000} s`;
  return `did not answer: ${cause instanceof Error ? cause.message : message}`;
}
