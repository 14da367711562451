/** The one place that says how the work of each scenario is proved, beyond its answer and its SQL statements. */
import { existsSync } from 'node:fs';
import { aggregates } from './aggregate.js';
import { blockSleepsElsewhere } from './block-offloaded.js';
import { sleeps } from './block.js';
import { createStores } from './create.js';
import { delayHoldsNoThread } from './delay.js';
import { combinesDocuments } from './documents.js';
import { burns } from './heavy.js';
import { lockNeverOversells } from './lock.js';
import { readReads } from './read.js';
import { callsNeighbour } from './remote.js';
import { slowSleeps } from './slow.js';

/**
 * @typedef {import('../client.js').Client} Client
 * @typedef {import('../database.js').Database} Database
 * @typedef {import('../management.js').Management} Management
 * @typedef {{ ok: boolean, detail: string }} Finding
 * @typedef {{ client: Client, management: Management, scenario: import('../../record/catalogue.js').Scenario, database: Database,
 *   endpoints: import('../index.js').Engine['endpoints'], openDocuments: () => import('../../engines/documents.js').Documents, short: boolean }} Subject what a check may look at: one target, what it is asked for in the
 *   measurement, and where the services are
 * @typedef {(subject: Subject) => Promise<Finding>} WorkCheck
 * @typedef {{ check: WorkCheck, countWith?: import('../../record/catalogue.js').Request, countOver?: number }} Work `countWith` is the request over which
 *   statements are counted, where the scenario's own would take too long or change what it is about; `countOver`: over so many, where 200 would take too long
 */

/** @type {Record<string, Work>} by scenario */
export const works = {
  read: { check: readReads },
  create: { check: createStores },
  simple: { check: answerIsTheWork },
  heavy: { check: burns('/heavy') },
  block: { check: sleeps('/block'), countWith: { method: 'GET', path: '/block?millis=0' } },
  remote: { check: callsNeighbour('/remote', [10, 10]) },
  'remote-sequential': { check: callsNeighbour('/remote-sequential', [10, 10], { inTurn: true }) },
  'remote-slow': { check: callsNeighbour('/remote-slow', [1000]), countOver: 2 },
  documents: { check: combinesDocuments('/documents') },
  'documents-sequential': { check: combinesDocuments('/documents-sequential') },
  'heavy-yield': { check: burns('/heavy-yield') },
  calculator: { check: burns('/heavy') },
  'block-offloaded': { check: blockSleepsElsewhere, countWith: { method: 'GET', path: '/block-offloaded?millis=0' } },
  delay: { check: delayHoldsNoThread, countWith: { method: 'GET', path: '/delay?millis=0' } },
  slow: { check: slowSleeps },
  aggregate: { check: aggregates('/aggregate', 4) },
  'aggregate-sequential': { check: aggregates('/aggregate-sequential', 1) },
  lock: { check: lockNeverOversells, countWith: { method: 'POST', path: '/events/3/places' } },
};

/**
 * @param {string} scenario
 * @returns {Promise<Work>} what is listed above; else `work` of the file here that is named like the scenario; else the answer is all the work
 */
export async function workOf(scenario) {
  if (works[scenario]) return works[scenario];
  const file = new URL(`./${scenario}.js`, import.meta.url);
  const { work = { check: answerIsTheWork } } = existsSync(file) ? await import(file.href) : {};
  return work;
}

/** A constant without I/O: the answer is all the work there is; that no statement reaches the database is counted apart. */
async function answerIsTheWork() {
  return { ok: true, detail: 'the answer is the work' };
}
