import { findings } from '../../analyse/findings/index.js';

/** Figures that a test has changed, with what follows from them. @param {import('../../analyse/types.js').Figures} figures @returns {import('../../analyse/types.js').Figures} */
export function judgedAgain(figures) {
  return { ...figures, findings: findings(figures) };
}
