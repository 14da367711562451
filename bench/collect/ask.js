/** Asks one of the run's services over HTTP, and names it in whatever goes wrong. */

/**
 * @param {string} service its name, for people
 * @param {string} url
 * @param {RequestInit} init
 * @param {number} withinMs
 * @returns {Promise<any>} its answer, as JSON
 * @throws {Error} one line that names the service
 */
export async function askForJson(service, url, init, withinMs) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) });
    return await response.json();
  } catch (error) {
    throw new Error(`${service} ${whyOf(/** @type {Error} */ (error), withinMs)}`, { cause: error });
  }
}

/** @param {Error} error @param {number} withinMs */
function whyOf({ name, message, cause }, withinMs) {
  if (name === 'TimeoutError') return `did not answer within ${withinMs / 1000} s`;
  return `did not answer: ${cause instanceof Error ? cause.message : message}`;
}
