/** The one list of targets and scenarios, as read from `catalogue.json` (documented in docs/dev/interfaces.md, section 1). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { faultyField, readForeignJson } from './json/file.ts';
import { variantSchema } from './variant.ts';
import { flag, list, map, matching, name, number, oneOf, record, text, whole } from './json/fields.ts';

const variables = () => map(matching(/^[A-Za-z][A-Za-z0-9_.]*$/, 'the name of a variable'), text());
const headers = () => map(matching(/^[a-z0-9-]+$/, 'a header in lower case'), text());

/** A service of the user's: `make ab`. */
const ownTargetSchema = record({
  /** where `command` is run */
  directory: text(),
  /** path that answers with 2xx when it is ready */
  ready: text(),
  /** path of its own metrics, in Prometheus' format; absent: it has none */
  metrics: v.optional(text()),
  /** its base URL, where it runs already */
  url: v.optional(text()),
  /** of a container, and the memory that it may use */
  image: v.optional(text()),
  memory: v.optional(text(64)),
});

const requestSchema = record({
  method: matching(/^[A-Z]{1,16}$/, 'an HTTP method'),
  /** with `{name}` where `parameters` has a value */
  path: text(),
  headers: v.optional(headers()),
  body: v.optional(text()),
  /** whole numbers from which each request draws one, by name */
  parameters: v.optional(map(text(64), record({ from: whole(), to: whole() }))),
});

const answerSchema = record({ status: whole(100, 599), headers: headers(), body: text() });

const caseSchema = record({ name: text(), request: requestSchema, response: answerSchema });

const targetSchema = record({
  label: text(64),
  stack: text(),
  /** Maven module; absent: `command` starts it */
  module: v.optional(name()),
  command: v.optional(list(text(), 1, 100)),
  /** absent: Spring Boot's */
  metricsPath: v.optional(text()),
  healthPath: v.optional(text()),
  server: oneOf(['tomcat', 'jetty', 'netty', 'other']),
  port: whole(1, 65_535),
  managementPort: whole(1, 65_535),
  /** what makes it differ from others of its module */
  environment: variables(),
  colour: matching(/^#[0-9A-Fa-f]{6}$/, 'a colour such as #0072B2'),
  symbol: matching(/^[A-Za-z]{1,20}$/, 'the name of a symbol such as circle'),
  /** a name, or lengths of dashes and gaps in pixels */
  line: v.union([oneOf(['solid', 'dashed', 'dotted']), list(number(0, 100), 1, 8)], 'solid, dashed, dotted or lengths of dashes'),
  /** absent: it uses none */
  database: v.optional(oneOf(['jdbc', 'r2dbc'])),
  /** not in a run that names no targets */
  extended: v.optional(flag()),
  /** shows a fault on purpose: the verification must refuse it */
  flawed: v.optional(flag()),
  /** scenario → why it is not measured there */
  unfit: v.optional(map(name(), text())),
  /** the scenarios that it answers, where these are not all */
  only: v.optional(list(name())),
  /** only in the catalogue of a sweep */
  variant: v.optional(variantSchema),
  own: v.optional(ownTargetSchema),
});

const scenarioSchema = record({
  title: text(200),
  does: text(),
  /** does it use one */
  database: flag(),
  warmupVus: whole(1, 20_000),
  /** users of its slices, in place of the run's */
  vus: v.optional(whole(1, 20_000)),
  /** requests started per second, by as many users at most; absent: each user sends its next request once the last one is answered */
  rate: v.optional(whole(1, 1_000_000)),
  /** another scenario that runs the server's code in less time: a new JVM gets its requests first; where this one leaves a backlog, no others */
  warmedBy: v.optional(name()),
  /** do requests pile up on some target */
  leavesBacklog: v.optional(flag()),
  request: requestSchema,
  expect: record({
    status: whole(100, 599),
    /** all that count as answers, where these are several */
    statuses: v.optional(list(whole(100, 599), 1, 10)),
    /** share of requests that may fail */
    failedShare: v.optional(number(0, 1)),
  }),
  /** not in a run that names no scenarios */
  extended: v.optional(flag()),
  /** downstream services */
  needs: v.optional(list(name())),
  /** that each request makes to the downstream service; `concurrent`: all at once, if the target's client does not block or it fans out */
  calls: v.optional(record({ mode: oneOf(['sequential', 'concurrent']), delaysMs: list(whole(), 1, 1000) })),
  /** stock; sold out before a part */
  places: v.optional(whole(1)),
  /** the event whose places these are */
  eventId: v.optional(whole(1)),
  /** how long each request waits */
  waitMs: v.optional(whole(1)),
  /** where it waits; absent: in its handler */
  waits: v.optional(oneOf(['handler', 'offloaded', 'timer'])),
  /** what one statement takes at least, in ms */
  statementMs: v.optional(number()),
  /** of one request, by kind */
  statements: map(text(64), number()),
  rows: record({ read: number(), written: number() }),
  cases: list(caseSchema),
  /** a load of the user's: a script for k6, by its absolute path, or else the scenario's own request */
  own: v.optional(record({ script: v.optional(text()) })),
});

/** A load that holds connections, beside which one user is active: `make connections`. */
const connectionsSchema = record({
  title: text(200),
  does: text(),
  /** how many, if nobody says otherwise */
  connections: whole(1, 20_000),
  /** pause between the requests of a connection; absent: one request, as long as the load */
  everySeconds: v.optional(whole(1, 3600)),
  request: requestSchema,
  cases: list(caseSchema),
});

const dependencySchema = record({ label: text(64), module: name(), port: whole(1, 65_535), managementPort: v.optional(whole(1, 65_535)) });

const settingsSchema = record({
  title: text(200),
  /** by web server and by driver */
  environment: record({ tomcat: variables(), jetty: v.optional(variables()), jdbc: variables(), r2dbc: variables() }),
});

/** The catalogue as catalogue.json has it and run.json keeps it. */
export const catalogueSchema = record({
  targets: map(name(), targetSchema),
  scenarios: map(name(), scenarioSchema),
  /** absent in a run from before there were any */
  connections: v.optional(map(name(), connectionsSchema)),
  dependencies: map(name(), dependencySchema),
  settings: map(matching(/^[A-Za-z0-9-]{1,64}$/, 'a name of letters, digits and hyphens'), settingsSchema),
  /** only where all targets and scenarios are the user's */
  own: v.optional(
    record({
      /** that describes them: FILE of make ab */
      file: text(),
      /** command that is run before each part, in `directory` */
      before: v.optional(text()),
      /** processes, such as a database, that work for the targets */
      backends: v.optional(list(text(), 0, 100)),
      directory: text(),
      /** must the answers of all targets be the same? */
      same: flag(),
    }),
  ),
});

export type Request = v.InferOutput<typeof requestSchema>;

export type Answer = v.InferOutput<typeof answerSchema>;

export type Case = v.InferOutput<typeof caseSchema>;

export type Target = v.InferOutput<typeof targetSchema>;

export type Scenario = v.InferOutput<typeof scenarioSchema>;

export type Settings = v.InferOutput<typeof settingsSchema>;

export type Catalogue = v.InferOutput<typeof catalogueSchema>;

/** The folder of the checkout, with a trailing separator left off. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** @returns where a target shows whether it is ready, on its management port; undefined: of another service */
export function healthPath(target: Pick<Target, 'healthPath'> | undefined): string {
  return target?.healthPath ?? '/actuator/health';
}

/** @param dir the checkout @returns the checked-in catalogue @throws {UsageError} one line that names the field and what is accepted */
export function readCatalogue(dir: string = root): Catalogue {
  return readForeignJson(path.join(dir, 'catalogue.json'), catalogueSchema);
}

/** Name of the downstream service among the catalogue's dependencies, and in Prometheus. */
export const DOWNSTREAM = 'downstream';

export function callsDownstream({ catalogue }: { catalogue: Pick<Catalogue, 'scenarios'> }, scenario: string): boolean {
  return catalogue.scenarios[scenario].needs?.includes(DOWNSTREAM) ?? false;
}

/** @param names of a record @returns a fault: the first that its catalogue lacks, or that is there twice */
export function strangerIn(names: string[], catalogue: Catalogue, field: 'targets' | 'scenarios'): string | null {
  const index = names.findIndex((each, at) => !Object.hasOwn(catalogue[field], each) || names.indexOf(each) !== at);
  return index < 0 ? null : faultyField(`${field}[${index}]`, names[index], `an entry of its catalogue.${field}, each once`);
}

/** Requests that pile up would reach into the next slice: each target is loaded alone, once. What such a scenario shows follows from
 * arithmetic, which the report predicts.
 * @returns do the targets take turns, in blocks? */
export function hasBlocks({ scenarios }: Pick<Catalogue, 'scenarios'>, scenario: string): boolean {
  return scenarios[scenario].leavesBacklog !== true;
}

type Fitness = { targets: Record<string, Pick<Target, 'unfit' | 'only'>> };

/** @returns why the scenario is not measured on the target; null if it is */
export function unfitReason({ targets }: Fitness, target: string, scenario: string): string | null {
  const { unfit = {}, only } = targets[target] ?? {};
  if (only && !only.includes(scenario)) return `it answers ${only.join(', ')} only`;
  return unfit[scenario] ?? null;
}

export function fitting(catalogue: Fitness, scenario: string): (target: string) => boolean {
  return (target) => unfitReason(catalogue, target, scenario) === null;
}
