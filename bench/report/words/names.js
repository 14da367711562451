/**
 * What targets and cells are called in sentences.
 *
 * @typedef {{ label: (target: string) => string, cell: (of: { scenario: string, target: string, round: number }) => string,
 *   pair: (of: { scenario: string, target: string }) => string,
 *   sequence: (of: { scenario: string, round: number, part: number }) => string, machine: { cores: number } | null }} Names `machine`: on which it was measured
 */

/** @param {Pick<import('../../record/run.js').Run, 'catalogue'> & { machine?: { cores: number } }} run @returns {Names} such as 'MVC', 'read · MVC · round 1' and 'read · MVC' */
export function namesOf({ catalogue, machine }) {
  const label = (/** @type {string} */ target) => catalogue.targets[target].label;
  return {
    label,
    cell: ({ scenario, target, round }) => `${scenario} · ${label(target)} · round ${round}`,
    pair: ({ scenario, target }) => `${scenario} · ${label(target)}`,
    sequence: ({ scenario, round, part }) => `${scenario} · round ${round}${part > 1 ? ` · part ${part}` : ''}`,
    machine: machine ?? null,
  };
}
