/** The checks of each scenario's work, beyond its answer and its SQL statements. */
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
import { callsDownstream } from './remote.js';
import { slowSleeps } from './slow.js';

/**
 * @typedef {import('../client.js').Client} Client
 * @typedef {import('../database.js').Database} Database
 * @typedef {import('../management.js').Management} Management
 * @typedef {{ ok: boolean, detail: string }} Finding
 * @typedef {{ client: Client, management: Management, scenario: import('../../record/catalogue.js').Scenario, database: Database,
 *   endpoints: import('../index.js').Engine['endpoints'], openDocuments: () => import('../../engines/documents.js').Documents, short: boolean }} Subject what a check can use: one target, its scenario and the services
 * @typedef {(subject: Subject) => Promise<Finding>} WorkCheck
 * @typedef {{ check: WorkCheck, countWith?: import('../../record/catalogue.js').Request, countOver?: number }} Work `countWith`: request for
 *   counting statements, if the scenario's own would take too long or change the data it is about; `countOver`: number of requests, if 200 would take too long
 */

/** @type {Record<string, Work>} by scenario */
export const works = {
  read: { check: readReads },
  create: { check: createStores },
  simple: { check: answerIsTheWork },
  heavy: { check: burns('/heavy') },
  block: { check: sleeps('/block'), countWith: { method: 'GET', path: '/block?millis=0' } },
  remote: { check: callsDownstream('/remote', [10, 10]) },
  'remote-sequential': { check: callsDownstream('/remote-sequential', [10, 10], { inTurn: true }) },
  'remote-slow': { check: callsDownstream('/remote-slow', [1000]), countOver: 2 },
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
 * @returns {Promise<Work>} the one above, or else `work` of the file here with the scenario's name, or else the answer is all the work
 */
export async function workOf(scenario) {
  if (works[scenario]) return works[scenario];
  const file = new URL(`./${scenario}.js`, import.meta.url);
  const { work = { check: answerIsTheWork } } = existsSync(file) ? await import(file.href) : {};
  return work;
}

/** A constant without I/O: the answer is all the work. That it sends no statement to the database is counted separately. */
async function answerIsTheWork() {
  return { ok: true, detail: 'the answer is the work' };
}
