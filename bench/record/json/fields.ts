/** The kinds of fields in a bundle's files, for the schemas beside this module. A message says what is accepted. */
import * as v from 'valibot';

const MAX_TEXT_LENGTH = 100_000;
const MAX_LIST_LENGTH = 100_000;
/** Epoch milliseconds and counts stay below this: an integer that a double holds exactly. */
const MAX_WHOLE = Number.MAX_SAFE_INTEGER;
/** Sums and products of larger numbers might be infinite. No figure comes near: it is 30 years in nanoseconds. */
export const MAX_NUMBER = 1e18;

export function whole(from = 0, to: number = MAX_WHOLE) {
  const range = to === MAX_WHOLE ? `a whole number from ${from}` : `a whole number from ${from} to ${to}`;
  const accepted = from === to ? String(from) : range;
  return v.pipe(
    v.number(accepted),
    v.check((value) => Number.isInteger(value) && value >= from && value <= to, accepted),
  );
}

/** JSON has no infinity, but 1e999 is read as one. */
export function finite() {
  return number(-MAX_NUMBER);
}

/** A time before the year 2100. With any time beyond, the seconds between two of them might not fit in memory. */
export function epochMs() {
  return number(0, Date.UTC(2100, 0));
}

export function number(from = 0, to: number = MAX_NUMBER) {
  const accepted = `a number from ${from} to ${to}`;
  return v.pipe(
    v.number(accepted),
    v.check((value) => value >= from && value <= to, accepted),
  );
}

/** @param maxLength in UTF-16 code units */
export function text(maxLength: number = MAX_TEXT_LENGTH) {
  const accepted = `a text of at most ${maxLength} characters`;
  return v.pipe(v.string(accepted), v.maxLength(maxLength, accepted));
}

export function matching(pattern: RegExp, accepted: string) {
  return v.pipe(v.string(accepted), v.regex(pattern, accepted));
}

export function flag() {
  return v.boolean('true or false');
}

export function oneOf<const T extends string>(values: readonly T[]) {
  return v.picklist(values, `one of ${values.join(', ')}`);
}

/** Of a target or a scenario: it becomes part of a path, a URL and a tag. */
export function name() {
  return matching(/^[a-z0-9][a-z0-9-]{0,63}$/, 'a name of lower-case letters, digits and hyphens');
}

/** ISO 8601 in UTC, such as 2026-01-01T00:00:00.000Z. */
export function instant() {
  const accepted = 'an ISO 8601 time in UTC';
  return v.pipe(
    v.string(accepted),
    v.check((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value)), accepted),
  );
}

export function list<T extends v.GenericSchema>(of: T, least = 0, most: number = MAX_LIST_LENGTH) {
  const accepted = `a list of ${least} to ${most}`;
  return v.pipe(v.array(of, accepted), v.minLength(least, accepted), v.maxLength(most, accepted));
}

export function map<K extends v.GenericSchema<string, string>, T extends v.GenericSchema>(key: K, of: T) {
  return v.record(key, of, 'an object');
}

/** @param fields other fields are ignored */
export function record<T extends v.ObjectEntries>(fields: T) {
  return v.object(fields, 'an object');
}
