/** The checks of each scenario's work, beyond its answer and its SQL statements. */
import { existsSync } from 'node:fs';
import { burns } from './heavy.ts';
import { aggregates, combinesDocuments, readReads } from './reading.ts';
import { blockSleepsElsewhere, callsDownstream, delayHoldsNoThread, sleeps, slowSleeps } from './sleeping.ts';
import { createStores, lockNeverOversells } from './writing.ts';
import type { Client, Management } from '../client.ts';
import type { Scenario, Request } from '../../record/catalogue.ts';
import type { Database } from '../database.ts';
import type { Endpoints } from '../index.ts';
import type { Documents } from '../../engines/documents.ts';

/** what a check can use: one target, its scenario and the services */
export interface Subject {
  client: Client;
  management: Management;
  scenario: Scenario;
  database: Database;
  endpoints: Endpoints;
  openDocuments: () => Documents;
  short: boolean;
}

/** returns what was seen, in a few words; rejected with a `Difference` where that is not the work */
export type WorkCheck = (subject: Subject) => Promise<string>;

/** `countWith`: request for counting statements, if the scenario's own would take too long or change the data it is about; `countOver`: number of
 * requests, if 200 would take too long */
export type Work = { check: WorkCheck; countWith?: Request; countOver?: number };

/** by scenario */
export const works: Record<string, Work> = {
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

/** @returns the one above, or else `work` of the file here with the scenario's name, or else the answer is all the work */
export async function workOf(scenario: string): Promise<Work> {
  if (works[scenario]) return works[scenario];
  const file = new URL(`./${scenario}.ts`, import.meta.url);
  const { work = { check: answerIsTheWork } } = existsSync(file) ? await import(file.href) : {};
  return work;
}

/** A constant without I/O: the answer is all the work. That it sends no statement to the database is counted separately. */
async function answerIsTheWork() {
  return 'the answer is the work';
}
