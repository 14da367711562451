/** The one place that says how the work of each scenario is proved, beyond its answer and its SQL statements. */
import { blockSleeps } from './block.js';
import { createStores } from './create.js';
import { heavyBurns } from './heavy.js';
import { readReads } from './read.js';

/**
 * @typedef {import('../client.js').Client} Client
 * @typedef {import('../database.js').Database} Database
 * @typedef {import('../management.js').Management} Management
 * @typedef {{ ok: boolean, detail: string }} Finding
 * @typedef {{ client: Client, management: Management, database: Database, short: boolean }} Subject what a check may look at: one target
 * @typedef {(subject: Subject) => Promise<Finding>} WorkCheck
 * @typedef {{ check: WorkCheck, countWith?: import('../../catalogue.js').Request }} Work `countWith` is the request over which statements are counted,
 *   where the scenario's own would take too long
 */

/** @type {Record<string, Work>} by scenario */
export const works = {
  read: { check: readReads },
  create: { check: createStores },
  simple: { check: answerIsTheWork },
  heavy: { check: heavyBurns },
  block: { check: blockSleeps, countWith: { method: 'GET', path: '/block?millis=0' } },
};

/** A constant without I/O: the answer is all the work there is; that no statement reaches the database is counted apart. */
async function answerIsTheWork() {
  return { ok: true, detail: 'the answer is the work' };
}
