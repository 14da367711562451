/** rollup.json: what the rollup output of k6 says of itself, written by k6/xk6-output-rollup. */
import path from 'node:path';
import * as v from 'valibot';
import { finite, list, record, text, whole } from './json/fields.ts';
import { readForeignJson } from './json/file.ts';

const schema = record({
  /** live data that InfluxDB did not get */
  pointsDropped: whole(),
  writeErrors: whole(),
  /** empty: there was none */
  lastError: text(),
  /** why http.hlog is incomplete; empty if it is complete */
  hlogError: text(),
  /** seconds that all users together spent within an epoch second in iterations that ended, and in their requests; null: none */
  userSeconds: v.nullable(list(record({ second: whole(), iterations: finite(), requests: finite() }))),
});

export type RollupAccount = v.InferOutput<typeof schema>;

export type UserSecond = NonNullable<RollupAccount['userSeconds']>[number];

export function readRollup(dir: string): RollupAccount {
  return readForeignJson(path.join(dir, 'rollup.json'), schema);
}
