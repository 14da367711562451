/** Reading and writing a bundle's JSON files. A bundle may come from anybody, so whatever is read is validated. */
import { readFileSync, readdirSync, statSync, type Dirent } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { UsageError, messageOf } from '../../util/errors.ts';
import { writeWhole } from '../../util/files.ts';

/** Of run.json, part.json, capacity.json and calibration.json: raised when a field changes its meaning or is no longer optional. */
export const SCHEMA = 4;

const MAX_SHOWN = 60;
export const NO_SUCH_FILE = 'no such file';

/** A file that is missing or not valid, in one line. */
export class RecordError extends UsageError {
  fault;

  constructor(file: string, fault: string, options?: ErrorOptions) {
    super(`${shortPath(file)}: ${fault}`, options);
    this.fault = fault;
  }
}

/** A file of another schema: valid, perhaps, for another version. */
export class SchemaError extends RecordError {}

/** @param contradiction what no single field shows, as in `faultyField`
 * @returns the fields of the schema; others are left out, as nothing has looked at them
 * @throws {RecordError} one line that names the file, the field and what is accepted */
export function readJson<T extends v.GenericSchema>(
  file: string,
  schema: T,
  contradiction: (content: v.InferOutput<T>) => string | null = () => null,
): v.InferOutput<T> {
  const content = parseFile(file);
  refuseOtherSchema(file, content);
  const valid = validated(file, schema, content);
  const fault = contradiction(valid);
  if (fault !== null) throw new RecordError(file, fault);
  return valid;
}

/** The record of a command, in a folder of its own. @throws {RecordError} as in `readJson` */
export function readRecord<T extends v.GenericSchema<unknown, { id: string }>>(
  dir: string,
  file: string,
  schema: T,
  contradiction: (content: v.InferOutput<T>) => string | null,
): v.InferOutput<T> {
  const folder = path.basename(path.resolve(dir));
  return readJson(path.join(dir, file), schema, (content) => {
    return content.id === folder
      ? contradiction(content)
      : faultyField('id', content.id, `the name of its folder, ${JSON.stringify(folder)}`);
  });
}

/** For a file that another program wrote. @throws {RecordError} as in `readJson` */
export function readForeignJson<T extends v.GenericSchema>(file: string, schema: T): v.InferOutput<T> {
  return validated(file, schema, parseFile(file));
}

/** @throws {NodeJS.ErrnoException} such as ENOSPC; the file then is as it was before */
export function writeJson(file: string, content: unknown) {
  writeWhole(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** What is valid may still be what nobody thought of. A fault of ours is one line, too, and names the file it is about.
 * @throws {RecordError} in place of an error of the language */
export function madeOf<T>(file: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new RecordError(file, `nothing can be made of it: ${error.message}`, { cause: error });
  }
}

/** @param record of a part of a run @param planned the same part in run.json @returns the first field that differs */
export function otherThanPlanned<K extends string>(
  record: Record<K, string | number>,
  planned: Record<K, string | number>,
  fields: K[],
): string | null {
  const field = fields.find((each) => record[each] !== planned[each]);
  return field === undefined ? null : faultyField(field, record[field], `${JSON.stringify(planned[field])}, as in run.json`);
}

/** @param field its path, such as parts[3].round @returns a fault, in the words of all others */
export function faultyField(field: string, value: unknown, accepted: string): string {
  return value === undefined ? `${field} is missing; accepted is ${accepted}` : `${field} is ${shown(value)}; accepted is ${accepted}`;
}

function parseFile(file: string): { schema?: unknown; commit?: unknown } {
  const text = readText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new RecordError(file, 'not JSON', { cause: error });
  }
  if (content === null || typeof content !== 'object' || Array.isArray(content)) {
    throw new RecordError(file, faultyField('its content', content, 'an object'));
  }
  return content;
}

export function readText(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new Error(NO_SUCH_FILE);
    // A pipe would be waited for, a device read without end.
    if (!found.isFile()) throw new Error('not a file');
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RecordError(file, messageOf(error), { cause: error });
  }
}

function refuseOtherSchema(file: string, { schema, commit }: { schema?: unknown; commit?: unknown }) {
  if (schema === SCHEMA) return;
  if (typeof schema !== 'number' || !Number.isInteger(schema)) throw new SchemaError(file, faultyField('schema', schema, String(SCHEMA)));
  const difference = `was written with schema ${schema}; this version reads schema ${SCHEMA}`;
  if (schema > SCHEMA) throw new SchemaError(file, `${difference}: a newer version reads it`);
  const [, written] = /^([0-9a-f]{7,12})[0-9a-f]{0,28}$/.exec(String(commit)) ?? [];
  throw new SchemaError(file, `${difference}. To view it, check out ${written ? `commit ${written}` : 'an older commit'}`);
}

/** A bundle from somebody else may have links that lead out of its folder, and pipes that nothing ever ends.
 * @param dir a bundle, before anything in it is read or written
 * @throws {RecordError} one line, for anything in it that is neither a file nor a folder */
export function refuseOddFiles(dir: string) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const place = path.join(dir, entry.name);
    if (entry.isDirectory()) refuseOddFiles(place);
    else if (!entry.isFile()) throw new RecordError(place, `is a ${kindOf(entry)}; a run's folder has files and folders alone`);
  }
}

function kindOf(entry: Dirent) {
  if (entry.isSymbolicLink()) return 'symbolic link';
  return entry.isFIFO() ? 'named pipe' : 'special file';
}

/** @param file that has this content @throws {RecordError} as in `readJson` */
export function validated<T extends v.GenericSchema>(file: string, schema: T, content: unknown): v.InferOutput<T> {
  const { success, output, issues } = v.safeParse(schema, content, { abortEarly: true });
  if (!success) throw new RecordError(file, faultOf(issues[0]));
  return output;
}

function faultOf(issue: v.BaseIssue<unknown>): string {
  const field = fieldName(issue.path ?? []);
  const last = issue.path?.at(-1);
  if (last && last.type === 'object' && last.value === undefined && !Object.hasOwn(last.input, String(last.key)))
    return `${field} is missing`;
  return faultyField(field, issue.input, issue.message);
}

function fieldName(keys: readonly { type: string; key?: unknown }[]): string {
  const parts = keys.map(({ type, key }) => (type === 'array' ? `[${key}]` : `.${String(key).slice(0, MAX_SHOWN)}`));
  return parts.join('').replace(/^\./, '') || 'its content';
}

/** @returns on one line, without control characters */
function shown(value: unknown): string {
  const json = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json;
}

/** @returns as a user below the checkout would name it */
export function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
