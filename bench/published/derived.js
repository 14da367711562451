/** The files of a submission that are made of the others. */
import { smallTexts } from '../report/index.js';

/**
 * The report's own page is not among them: it is mostly the code of its charts, 1.4 MB with every run. `make report` makes it.
 * @param {import('../analyse/types.js').Figures} figures
 * @returns {Map<string, string>} content by name
 */
export function derivedTexts(figures) {
  return new Map(Object.entries(smallTexts(figures)));
}
