/** Points in InfluxDB: written for the dashboards, and counted, as one of the three counts of requests that must agree. */
import { targetsIn } from '../record/part.ts';
import { plural } from '../util/text.ts';
import { nowEpochMs } from '../util/time.ts';
import { askForJson } from './ask.ts';

const ANSWER_WITHIN_MS = 10_000;
/** No figure of the report needs these points: a run does not wait for them. */
const PUBLISHED_WITHIN_MS = 2_000;

type Series = { tags?: { slice: string; target: string }; values: [time: string, value: number][] };
type Answer = { error?: string; results?: { error?: string; series?: Series[] }[] };

/** `token`: required by the v1 API of InfluxDB 2 */
export type Influx = { url: string; database: string; token?: string };

/** @returns headers for every request to it */
export function influxHeaders({ token }: Influx): Record<string, string> {
  return token ? { authorization: `Token ${token}` } : {};
}

/** @param lines line protocol, in milliseconds @returns InfluxDB's answer, also where it refuses them @throws {Error} if there is none in time */
export function writePoints(influx: Influx, lines: string, withinMs: number): Promise<Response> {
  const query = new URLSearchParams({ db: influx.database, precision: 'ms' });
  const request = { method: 'POST', headers: influxHeaders(influx), body: lines, signal: AbortSignal.timeout(withinMs) };
  return fetch(`${influx.url}/write?${query}`, request);
}

/** @param line line protocol, in milliseconds @returns fulfilled also if InfluxDB refuses it, or does not answer: no figure needs this point */
export async function publishPoint(influx: Influx, line: string): Promise<void> {
  await writePoints(influx, line, PUBLISHED_WITHIN_MS).catch(() => {});
}

/** @returns as a field value of line protocol */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

export type Fields = Record<string, number | string | null>;

/** @param fields those that are null are left out @returns line protocol, in milliseconds */
export function pointLine(measurement: string, tags: Record<string, string>, fields: Fields, timeMs: number): string {
  const tagText = Object.entries(tags).map(([name, value]) => `,${name}=${value.replaceAll(/[,= \\]/g, '\\$&')}`);
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return `${measurement}${tagText.join('')} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${Math.round(timeMs)}`;
}

/** @param tags of a part; others of its round may have the same @returns requests of a slice from then on @throws {Error} if it does not answer */
export async function countSlices(
  influx: Influx,
  tags: { run: string; scenario: string; round: number },
  fromMs: number,
): Promise<(slice: { slice: number; target: string }) => number> {
  const conditions = Object.entries(tags).map(([name, value]) => `${name}='${value}'`);
  const where = [...conditions, `time >= ${Math.floor(fromMs / 1000)}s`].join(' AND ');
  const q = `SELECT SUM(value) FROM http_reqs WHERE ${where} GROUP BY slice, target`;
  const query = new URLSearchParams({ db: influx.database, q });
  const request = { headers: influxHeaders(influx) };
  const answer = await askForJson<Answer>('InfluxDB', `${influx.url}/query?${query}`, request, ANSWER_WITHIN_MS);
  const error = answer.error ?? answer.results?.[0]?.error;
  if (error) throw new Error(`InfluxDB: ${error}`);
  const series = answer.results?.[0]?.series ?? [];
  return ({ slice, target }) => series.find(({ tags: own }) => own?.slice === String(slice) && own.target === target)?.values[0][1] ?? 0;
}

/** What a run does, for the live dashboard: an annotation, and the words of its first tile. */
type Phase = 'start' | 'verification' | 'warm-up' | 'blocks' | 'end';

/** @param run its id @param phase that begins @returns fulfilled also if InfluxDB refuses it: no figure of the report needs this point */
export function publishActivity(influx: Influx, run: string, phase: Phase, text: string): Promise<void> {
  return publishPoint(influx, activityLine(run, phase, text, nowEpochMs()));
}

/** @param timeMs epoch @returns line protocol, in milliseconds */
export function activityLine(run: string, phase: Phase, text: string, timeMs: number): string {
  return pointLine('activity', { run, phase }, { text: quoted(text) }, timeMs);
}

export function warmUpText({ scenario, round }: { scenario: string; round: number }, targets: string[]) {
  return `round ${round}: warming up ${targets.join(', ')} for ${scenario}`;
}

export function partText({ scenario, round, blocks }: { scenario: string; round: number; blocks: { vus: number; targets: string[] }[] }) {
  const levels = [...new Set(blocks.map(({ vus }) => vus))];
  return `round ${round}: ${scenario} on ${targetsIn(blocks).join(', ')} in ${plural(blocks.length, 'block')} of slices, ${levels.join(', ')} users`;
}
