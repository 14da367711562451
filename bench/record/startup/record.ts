/** startup.json: the record of `make startup`, in which targets are started again and again. */
import * as v from 'valibot';
import { catalogueSchema, strangerIn } from '../catalogue.ts';
import { circumstances, heading } from '../json/circumstances.ts';
import { requestedLimits } from '../json/limits.ts';
import { flag, list, name, number, oneOf, record, whole } from '../json/fields.ts';
import { faultyField, readRecord } from '../json/file.ts';
import { CACHES } from '../variant.ts';

export const STARTUP_FILE = 'startup.json';
export const MAX_STARTS = 1000;

const start = record({
  target: name(),
  /** from 1; in each round every target is started once */
  round: whole(1, MAX_STARTS),
  /** from the start of its process to its first right answer */
  answerSeconds: number(),
  /** CPU time of the process until then; null where the system does not tell */
  cpuSeconds: v.nullable(number()),
  /** that Spring Boot took until the application was ready; null of a target without it */
  readySeconds: v.nullable(number()),
  /** resident memory some seconds later, without any load; null where the system does not tell */
  restRssBytes: v.nullable(whole()),
});

/** What was asked for. */
const plan = {
  /** of the catalogue below */
  targets: list(name(), 1, 100),
  /** the target that the others are compared with */
  baseline: name(),
  /** of each target, one variant each where there are several */
  caches: list(oneOf(CACHES), 1, CACHES.length),
  /** of each target */
  starts: whole(1, MAX_STARTS),
  /** were the disk's caches emptied before each start? */
  cold: flag(),
  /** its first case is the first request */
  scenario: name(),
  seed: whole(0, 2 ** 32 - 1),
  ...requestedLimits,
};

const schema = record({
  ...heading,
  ...plan,
  ...circumstances,
  catalogue: catalogueSchema,
  /** in the order they were made */
  measured: list(start),
});

export type StartupRecord = v.InferOutput<typeof schema>;

export type StartupPlan = Pick<StartupRecord, keyof typeof plan>;

export type Start = v.InferOutput<typeof start>;

/** @param dir folder with startup.json @throws {UsageError} one line that names the file, the field and what is accepted */
export function readStartup(dir: string): StartupRecord {
  return readRecord(dir, STARTUP_FILE, schema, contradiction);
}

function contradiction({ targets, baseline, scenario, catalogue, measured }: StartupRecord): string | null {
  const stranger = strangerIn(targets, catalogue, 'targets');
  if (stranger !== null) return stranger;
  if (!targets.includes(baseline)) return faultyField('baseline', baseline, 'one of its targets');
  if (!Object.hasOwn(catalogue.scenarios, scenario)) return faultyField('scenario', scenario, 'an entry of its catalogue.scenarios');
  const seen = new Set();
  for (const [index, { target: started, round }] of measured.entries()) {
    if (!targets.includes(started)) return faultyField(`measured[${index}].target`, started, 'one of its targets');
    if (seen.has(`${started} ${round}`)) return faultyField(`measured[${index}]`, `${started}, round ${round}`, 'each start once');
    seen.add(`${started} ${round}`);
  }
  return null;
}
