/** Sends the same cases to every target and compares the answers with the catalogue. */
import { answerDifference } from './answers.js';

/**
 * @typedef {import('../record/catalogue.js').Case} Case
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./client.js').Received} Received
 * @typedef {import('./work/index.js').Finding} Finding
 * @typedef {{ target: string, name: string } & Finding} CaseFinding
 * @typedef {{ name: string, request: import('../record/catalogue.js').Request, response: import('../record/catalogue.js').Answer, received: Record<string, Received> }} Asked answers of one case; `received`: by target
 * @typedef {{ findings: CaseFinding[], asked: Asked[] }} CaseFindings
 */

/**
 * @param {Array<{ name: string, client: Client }>} subjects the targets
 * @param {Case[]} cases
 * @returns {Promise<CaseFindings>} in the order of the cases, then of the targets
 */
export async function askCases(subjects, cases) {
  const asked = await Promise.all(cases.map((one) => askCase(subjects, one)));
  return { findings: asked.flatMap(({ findings }) => findings), asked: asked.flatMap((one) => one.asked) };
}

/** @param {Array<{ name: string, client: Client }>} subjects @param {Case} one @returns {Promise<CaseFindings>} */
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
  return { findings, asked: [{ name, request, response, received }] };
}
