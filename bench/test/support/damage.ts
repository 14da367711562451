/** Makes damaged bundles of a good one: a field or a file at a time. A bundle may come from anybody. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** Would run if a page took it for HTML. */
export const MARKUP = '"><img src=x onerror=alert(1)><script>alert(2)</script></style><!--';
/** Would be written to if it became part of a path. */
const ESCAPE = '../../escaped';

/** of a field: keys and indexes that lead to it */
export type Place = (string | number)[];

export interface Damage {
  /** that is damaged, below the bundle's folder */
  file: string;
  /** what was done to it */
  name: string;
  /** of the file; null: there is none */
  content: string | Buffer | null;
}

/** what becomes of a field's value; undefined: it does not apply */
const CHANGES: Record<string, (value: any) => unknown> = {
  null: () => null,
  'another type': (value) => (value !== null && typeof value === 'object' ? 7 : { not: 'this' }),
  huge: (value) => (typeof value === 'number' ? 1e300 : typeof value === 'string' ? 'x'.repeat(200_000) : undefined),
  'not whole': (value) => (typeof value === 'number' ? value + 0.5 : undefined),
  negative: (value) => (typeof value === 'number' ? -value - 1 : undefined),
  empty: (value) => (typeof value === 'string' ? '' : Array.isArray(value) ? [] : undefined),
  long: (value) => (Array.isArray(value) ? Array.from({ length: 100_001 }, () => 0) : undefined),
  markup: (value) => (typeof value === 'string' ? MARKUP : undefined),
  path: (value) => (typeof value === 'string' || typeof value === 'number' ? ESCAPE : undefined),
};

/** @param most entries of each list that are looked at @returns each field, however deep */
export function placesIn(value: any, most = 1, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, most) : Object.keys(value);
  return keys.flatMap((key) => [[...at, key], ...placesIn(value[key], most, [...at, key])]);
}

/** @returns JSON */
export function changed(good: any, at: Place, change: (parent: any, key: string | number) => void): string {
  const copy = structuredClone(good);
  const parent = at.slice(0, -1).reduce((each, key) => each[key], copy);
  change(parent, at.at(-1) as string | number);
  return JSON.stringify(copy);
}

/**
 * @param dir a good bundle
 * @param file JSON, below the bundle's folder
 * @returns every field missing, of another value and under another name
 */
export function* damagedJson(dir: string, file: string): Generator<Damage> {
  const good = JSON.parse(readFileSync(`${dir}/${file}`, 'utf8'));
  for (const at of placesIn(good)) {
    const place = at.join('.');
    const remove = (parent: any, key: any) => (Array.isArray(parent) ? parent.splice(key, 1) : delete parent[key]);
    yield { file, name: `${place} missing`, content: changed(good, at, remove) };
    const value = at.reduce((each, key) => each[key], good);
    for (const [name, change] of Object.entries(CHANGES)) {
      const other = change(value);
      if (other !== undefined) yield { file, name: `${place} ${name}`, content: changed(good, at, (parent, key) => (parent[key] = other)) };
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) continue;
    for (const key of [MARKUP, ESCAPE, 'constructor']) {
      yield { file, name: `${place} with ${key}`, content: changed(good, [...at, key], (parent) => (parent[key] = MARKUP)) };
    }
    // Assigned, it would be no field.
    const withProto = changed(good, at, (parent, key) => (parent[key] = { ...value, TO_BE_RENAMED: MARKUP }));
    yield { file, name: `${place} with __proto__`, content: withProto.replace('TO_BE_RENAMED', '__proto__') };
  }
}

/** @param dir a good bundle @param file of any kind, below the bundle's folder @returns cut, emptied, replaced */
export function* damagedText(dir: string, file: string): Generator<Damage> {
  const good = readFileSync(`${dir}/${file}`, 'utf8');
  const lines = good.split('\n');
  const last = (change: (line: string) => string) => lines.map((line, at) => (at === lines.length - 2 ? change(line) : line)).join('\n');
  yield { file, name: 'missing', content: null };
  yield { file, name: 'empty', content: '' };
  yield { file, name: 'cut in the middle', content: good.slice(0, good.length / 2) };
  yield { file, name: 'without its first line', content: lines.slice(1).join('\n') };
  yield { file, name: 'binary', content: Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 7919) % 256)) };
  yield { file, name: 'an HTML page', content: `<!doctype html><title>${MARKUP}</title>` };
  yield { file, name: 'JSON null', content: 'null' };
  yield { file, name: 'JSON text', content: JSON.stringify(MARKUP) };
  yield { file, name: 'deeply nested', content: `${'['.repeat(100_000)}${']'.repeat(100_000)}` };
  yield { file, name: 'a last line of commas', content: last(() => ',,,,,,') };
  yield { file, name: 'a last line of markup', content: last(() => [MARKUP, MARKUP, MARKUP, MARKUP].join()) };
  yield { file, name: 'a last line without its last field', content: last((line) => line.slice(0, line.lastIndexOf(','))) };
  for (const [number, word] of ['NaN', '-1', '1e300', '1e999', '', 'x', ESCAPE].entries()) {
    const field = (line: string, at: number) => line.split(',').toSpliced(at, 1, word).join();
    // As the name of a process it would be a word of the report.
    for (const at of word === 'NaN' ? [0, 2, 3] : [0, 1, 2, 3])
      yield { file, name: `field ${at} of its last line ${number}: ${word}`, content: last((line) => field(line, at)) };
  }
}

/** @returns mends it */
export function inflict(dir: string, { file, content }: Damage, remove: (file: string) => void): () => void {
  const place = `${dir}/${file}`;
  const good = readFileSync(place);
  if (content === null) remove(place);
  else writeFileSync(place, content);
  return () => writeFileSync(place, good);
}

/** Writes markup into every text of a JSON file that may have any. @param isValid throws, or says whether the file is, as it stands there */
export function fillWithMarkup(file: string, isValid: () => boolean) {
  const accepts = (content: unknown) => {
    writeFileSync(file, JSON.stringify(content));
    try {
      return isValid();
    } catch {
      return false;
    }
  };
  const full = JSON.stringify(fullOfMarkup(JSON.parse(readFileSync(file, 'utf8')), accepts));
  writeFileSync(file, full);
  assert.ok(full.includes(JSON.stringify(MARKUP)), file);
}

/** @param accepts is such a content valid? @returns the same with markup in every text that may have any */
export function fullOfMarkup(good: any, accepts: (content: any) => boolean): any {
  let full = good;
  for (const at of placesIn(good)) {
    if (typeof at.reduce((each, key) => each[key], full) !== 'string') continue;
    const next = JSON.parse(changed(full, at, (parent, key) => (parent[key] = MARKUP)));
    if (accepts(next)) full = next;
  }
  return full;
}
