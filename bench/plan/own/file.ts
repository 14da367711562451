/** The file of `make ab`: how the user's service is started, its variants, and their load. docs/own-service.md describes it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';
import { flag, map, matching, name as nameField, number, text, whole } from '../../record/json/fields.ts';
import { RecordError, readText, validated } from '../../record/json/file.ts';
import { UsageError } from '../../util/errors.ts';

const urlPath = () => matching(/^\/\S*$/, 'a path such as /actuator/health');
const environment = () =>
  map(
    matching(/^[A-Za-z_][A-Za-z0-9_.]*$/, 'the name of a variable'),
    v.pipe(
      v.union([v.string(), v.number(), v.boolean()], 'a text'),
      v.transform((value) => String(value)),
    ),
  );

const start = v.strictObject({
  /** a shell runs it, in the folder of the file */
  command: v.optional(text()),
  /** of a container */
  image: v.optional(text()),
  /** base URL of one that runs already */
  url: v.optional(matching(/^https?:\/\/[^/\s]+\/?$/, 'a URL such as http://localhost:8080')),
  port: v.optional(whole(1, 65_000)),
  ready: v.optional(urlPath()),
  env: v.optional(environment()),
});

const load = v.strictObject({
  script: v.optional(text()),
  request: v.optional(matching(/^[A-Z]{1,16} \/\S*$/, 'a method and a path, such as POST /orders')),
  body: v.optional(text()),
  headers: v.optional(map(matching(/^[A-Za-z0-9-]+$/, 'the name of a header'), text())),
  expect: v.optional(whole(100, 599)),
  vus: v.optional(whole(1, 20_000)),
  rate: v.optional(whole(1, 1_000_000)),
});

const limit = v.strictObject({
  cpus: v.optional(number(0.1, 64)),
  memory: v.optional(matching(/^\d+[mg]$/i, 'a size such as 512m or 1g')),
});

const schema = v.strictObject({
  start: v.optional(start),
  variants: map(nameField(), v.nullish(start)),
  load: map(nameField(), load),
  limits: v.optional(limit),
  before: v.optional(text()),
  /** names of processes, such as `mariadbd`, that work for all variants */
  backends: v.optional(v.array(text(), 'a list of names of processes')),
  metrics: v.optional(urlPath()),
  same: v.optional(flag()),
});

type Start = v.InferOutput<typeof start>;

export type Load = v.InferOutput<typeof load>;

/** `variants`: each with what all have */
export type OwnService = Omit<v.InferOutput<typeof schema>, 'variants'> & {
  file: string;
  directory: string;
  variants: Record<string, Start>;
};

const MOST_VARIANTS = 8;
/** In which a service is had. */
const WAYS = ['command', 'image', 'url'] as const;

/** @param named path of the file @throws {UsageError} one line that names the file, the field and what is accepted */
export function readOwnService(named: string | undefined): OwnService {
  if (!named)
    throw new UsageError('FILE is missing: give the file that describes your service, such as FILE=my-service.yaml (docs/own-service.md)');
  const file = path.resolve(named);
  const content = parse(file, readText(file));
  const unknown = unknownKey(content);
  if (unknown !== null) throw new RecordError(file, unknown);
  const { variants: given, ...valid } = validated(file, schema, content);
  const variants: OwnService['variants'] = {};
  for (const [name, own] of Object.entries(given)) variants[name] = merged(valid.start ?? {}, own ?? {});
  const service = { ...valid, file, directory: path.dirname(file), variants };
  const fault = faultOfVariants(service) ?? faultOfLoads(service);
  if (fault !== null) throw new RecordError(file, fault);
  return service;
}

function parse(file: string, content: string): Record<string, unknown> {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new RecordError(file, `line ${line}, column ${col}: ${error.message.split('\n')[0]}`);
  }
  const value = document.toJS();
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new RecordError(file, 'accepted is an object with start, variants and load');
  return value;
}

/** @returns the first key that nothing reads */
function unknownKey(content: Record<string, unknown>): string | null {
  const objects: (readonly [at: string, object: unknown, schema: { entries: object }])[] = [
    ['', content, schema],
    ['start.', content.start, start],
    ...entriesOf(content.variants).map(([name, variant]) => [`variants.${name}.`, variant, start] as const),
    ...entriesOf(content.load).map(([name, own]) => [`load.${name}.`, own, load] as const),
    ['limits.', content.limits, limit],
  ];
  for (const [at, object, { entries }] of objects) {
    const known = Object.keys(entries);
    const [key] = entriesOf(object).find(([each]) => !Array.isArray(object) && !known.includes(each)) ?? [];
    if (key === undefined) continue;
    const meant = known.find((each) => isNear(key, each, 1)) ?? known.find((each) => isNear(key, each, 2));
    return `${at}${key} is unknown; ${meant === undefined ? `accepted: ${known.join(', ')}` : `did you mean ${meant}?`}`;
  }
  return null;
}

function entriesOf(object: unknown): [string, unknown][] {
  return Object.entries(object && typeof object === 'object' ? object : {});
}

/** @returns do at most so many letters have to be put in, left out or replaced (Levenshtein's distance)? */
function isNear(one: string, other: string, edits: number): boolean {
  if (edits < 0) return false;
  if (one === '' || other === '') return one.length + other.length <= edits;
  const [rest, others] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(rest, others, edits);
  return isNear(rest, others, edits - 1) || isNear(rest, other, edits - 1) || isNear(one, others, edits - 1);
}

function merged(common: Start, own: Start): Start {
  // Each of these replaces the others.
  const { command, image, url, ...others } = common;
  const how = WAYS.some((way) => own[way] !== undefined) ? {} : { command, image, url };
  const env = { ...common.env, ...own.env };
  const set = Object.fromEntries(Object.entries({ ...how, ...own }).filter(([, value]) => value !== undefined));
  return { ...others, ...set, env };
}

function faultOfVariants({ variants, limits }: OwnService): string | null {
  const names = Object.keys(variants);
  if (names.length < 2 || names.length > MOST_VARIANTS) return `variants has ${names.length}; accepted are 2 to ${MOST_VARIANTS}`;
  for (const [index, name] of names.entries()) {
    const { url, image, port } = variants[name];
    if (WAYS.filter((way) => variants[name][way] !== undefined).length !== 1)
      return `variants.${name} needs a command, an image or a url, here or in start, and one of them alone`;
    if (limits?.memory !== undefined && image === undefined)
      return `limits.memory: variants.${name} is no container; accepted with an image`;
    if (url === undefined && port === undefined) return `variants.${name} needs a port, here or in start`;
    const twin = names.slice(0, index).find((other) => JSON.stringify(variants[other]) === JSON.stringify(variants[name]));
    if (twin !== undefined) return `variants.${name} is the same as variants.${twin}: there is nothing to compare`;
  }
  return null;
}

function faultOfLoads({ load: loads, directory }: OwnService): string | null {
  if (Object.keys(loads).length === 0) return 'load is empty; accepted is at least one';
  for (const [name, { script, request, body, headers, expect }] of Object.entries(loads)) {
    if ((script === undefined) === (request === undefined)) return `load.${name} needs a script or a request, and not both`;
    const beside = Object.entries({ body, headers, expect }).find(([, value]) => value !== undefined);
    if (script !== undefined && beside) return `load.${name}.${beside[0]} belongs to a request; a script has its own`;
    if (script !== undefined && !existsSync(path.resolve(directory, script))) return `load.${name}.script: there is no ${script}`;
  }
  return null;
}
