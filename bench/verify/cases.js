/** Asks every target the same cases, and holds the answers against the catalogue and against each other. */
import { answerDifference, headerDifferences } from './answers.js';

/**
 * @typedef {import('../catalogue.js').Case} Case
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./client.js').Received} Received
 * @typedef {import('./work/index.js').Finding} Finding
 * @typedef {{ target: string, name: string } & Finding} CaseFinding
 * @typedef {{ findings: CaseFinding[], between: string[] }} CaseFindings `between`: sentences on what differs between the targets
 */

/**
 * @param {Array<{ name: string, client: Client }>} subjects the targets
 * @param {Case[]} cases
 * @returns {Promise<CaseFindings>} in the order of the cases, then of the targets
 */
export async function askCases(subjects, cases) {
  const asked = await Promise.all(cases.map((one) => askCase(subjects, one)));
  return { findings: asked.flatMap(({ findings }) => findings), between: asked.flatMap(({ between }) => between) };
}

/**
 * @param {Array<{ name: string, client: Client }>} subjects
 * @param {Case} one
 * @returns {Promise<CaseFindings>}
 */
async function askCase(subjects, { name, request, response }) {
  /** @type {Record<string, Received>} */
  const received = {};
  const findings = await Promise.all(
    subjects.map(async ({ name: target, client }) => {
      try {
        received[target] = await client.send(request);
      } catch (error) {
        return { target, name, ok: false, detail: `no answer: ${/** @type {Error} */ (error).message}` };
      }
      const difference = answerDifference(response, received[target]);
      return { target, name, ok: difference === null, detail: difference ?? 'as expected' };
    }),
  );
  return { findings, between: headerDifferences(response, received).map((difference) => `${name}: ${difference}`) };
}
