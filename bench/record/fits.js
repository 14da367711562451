/** Which scenarios are measured on which targets. */

/** @typedef {{ targets: Record<string, { unfit?: Record<string, string>, only?: string[] }> }} Fitness */

/**
 * @param {Fitness} catalogue
 * @param {string} target
 * @param {string} scenario
 * @returns {string | null} why the pair is not measured; null if it is
 */
export function unfitReason({ targets }, target, scenario) {
  const { unfit = {}, only } = targets[target] ?? {};
  if (only && !only.includes(scenario)) return `it answers ${only.join(', ')} only`;
  return unfit[scenario] ?? null;
}

/** @param {Fitness} catalogue @param {string} scenario @returns {(target: string) => boolean} */
export function fitting(catalogue, scenario) {
  return (target) => unfitReason(catalogue, target, scenario) === null;
}
