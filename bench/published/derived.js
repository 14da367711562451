/** The files of a submission that are made of the others. */
import { smallTexts } from '../report/index.js';
import { runPage } from './pages/run-page.js';

/**
 * The report's own page is not among them: with the code of its charts it is larger than the rest. `make report` makes it.
 * @param {import('../analyse/types.js').Figures} figures
 * @returns {Map<string, string>} content by name
 */
export function derivedTexts(figures) {
  return new Map(Object.entries({ ...smallTexts(figures), 'index.html': runPage(figures) }));
}
