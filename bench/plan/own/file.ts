/** The file of `make ab`: how the user's service is started, its variants, and their load. docs/own-service.md describes it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';
import { map, matching, name as nameField, number, text, whole } from '../../record/json/fields.ts';
import { readText, shortPath, validated } from '../../record/json/file.ts';
import { UsageError } from '../../util/errors.ts';
import type { InferOutput, StrictObjectSchema } from 'valibot';

const urlPath = () => matching(/^\/\S*$/, 'a path such as /actuator/health');
const environment = () =>
  map(
    matching(/^[A-Za-z_][A-Za-z0-9_.]*$/, 'the name of a variable'),
    v.pipe(
      v.union([v.string(), v.number(), v.boolean()], 'a text'),
      v.transform((value) => String(value)),
    ),
  );

const start = {
  /** a shell runs it, in the folder of the file */
  command: v.optional(text()),
  /** of a container */
  image: v.optional(text()),
  /** base URL of one that runs already */
  url: v.optional(matching(/^https?:\/\/[^/\s]+\/?$/, 'a URL such as http://localhost:8080')),
  port: v.optional(whole(1, 65_000)),
  ready: v.optional(urlPath()),
  env: v.optional(environment()),
};

const load = {
  script: v.optional(text()),
  request: v.optional(matching(/^[A-Z]{1,16} \/\S*$/, 'a method and a path, such as POST /orders')),
  body: v.optional(text()),
  headers: v.optional(map(matching(/^[A-Za-z0-9-]+$/, 'the name of a header'), text())),
  expect: v.optional(whole(100, 599)),
  vus: v.optional(whole(1, 20_000)),
  rate: v.optional(whole(1, 1_000_000)),
};

const limitFields = { cpus: v.optional(number(0.1, 64)), memory: v.optional(matching(/^\d+[mg]$/i, 'a size such as 512m or 1g')) };

const fields = {
  start: v.optional(v.strictObject(start)),
  variants: map(nameField(), v.nullish(v.strictObject(start))),
  load: map(nameField(), v.strictObject(load)),
  limits: v.optional(v.strictObject(limitFields)),
  before: v.optional(text()),
  /** names of processes, such as `mariadbd`, that work for all variants */
  backends: v.optional(v.array(text(), 'a list of names of processes')),
  metrics: v.optional(urlPath()),
  same: v.optional(v.boolean('true or false')),
};

const schema = v.strictObject(fields, 'an object with start, variants and load');

type Start = InferOutput<StrictObjectSchema<typeof start, undefined>>;

export type Load = InferOutput<StrictObjectSchema<typeof load, undefined>>;

/** `variants`: each with what all have */
export type OwnService = Omit<InferOutput<typeof schema>, 'variants'> & {
  file: string;
  directory: string;
  variants: Record<string, Start>;
};

const MOST_VARIANTS = 8;
/** In which a service is had. */
const WAYS = ['command', 'image', 'url'] as const;
/** A word further from what was meant than this is another one. */
const MOST_EDITS = 2;

/** @param named path of the file @throws {UsageError} one line that names the file, the field and what is accepted */
export function readOwnService(named: string | undefined): OwnService {
  if (!named)
    throw new UsageError('FILE is missing: give the file that describes your service, such as FILE=my-service.yaml (docs/own-service.md)');
  const file = path.resolve(named);
  const content = parse(file, readText(file));
  const unknown = unknownKey(content);
  if (unknown !== null) throw refused(file, unknown);
  const { variants: given, ...valid } = validated(file, schema, content);
  const variants: OwnService['variants'] = {};
  for (const [name, own] of Object.entries(given)) variants[name] = merged(valid.start ?? {}, own ?? {});
  const service = { ...valid, file, directory: path.dirname(file), variants };
  const fault = faultOfVariants(service) ?? faultOfLoads(service);
  if (fault !== null) throw refused(file, fault);
  return service;
}

function refused(file: string, fault: string) {
  return new UsageError(`${shortPath(file)}: ${fault}`);
}

function parse(file: string, content: string): Record<string, unknown> {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw refused(file, `line ${line}, column ${col}: ${error.message.split('\n')[0]}`);
  }
  const value = document.toJS();
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refused(file, 'accepted is an object with start, variants and load');
  return value;
}

/** @returns the first key that nothing reads */
function unknownKey(content: Record<string, unknown>): string | null {
  const objects: [at: string, object: unknown, known: object][] = [
    ['', content, fields],
    ['start.', content.start, start],
    ...entriesOf(content.variants).map(([name, variant]): [string, unknown, object] => [`variants.${name}.`, variant, start]),
    ...entriesOf(content.load).map(([name, own]): [string, unknown, object] => [`load.${name}.`, own, load]),
    ['limits.', content.limits, limitFields],
  ];
  for (const [at, object, fieldsThere] of objects) {
    const known = Object.keys(fieldsThere);
    const [key] = entriesOf(object).find(([each]) => !Array.isArray(object) && !known.includes(each)) ?? [];
    if (key === undefined) continue;
    const meant = nearest(key, known);
    return `${at}${key} is unknown; ${meant === null ? `accepted: ${known.join(', ')}` : `did you mean ${meant}?`}`;
  }
  return null;
}

function entriesOf(object: unknown): [string, unknown][] {
  return Object.entries(object && typeof object === 'object' ? object : {});
}

/** @returns the one that was probably meant; null if none is near */
function nearest(word: string, known: string[]): string | null {
  const [best] = known.map((each) => ({ each, edits: editsBetween(word, each) })).sort((a, b) => a.edits - b.edits);
  return best.edits <= MOST_EDITS ? best.each : null;
}

/** Levenshtein's distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let place = 1; place <= other.length; place++) {
      const replaced = row[place - 1] + (other[place - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, row[place] + 1, next[place - 1] + 1));
    }
    row = next;
  }
  return row[other.length];
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
