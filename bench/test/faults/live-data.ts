/** What a bundle says when InfluxDB was gone: the figures come from the histograms, the live data are missing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { noteText } from '../../report/words/notes.ts';
import type { RunningCommand } from '../support/cli.ts';

/** @param command that measured blocks of `create` last, after InfluxDB was gone */
export function assertLiveDataLost(command: RunningCommand) {
  const lost = command.run.notes.find(({ kind }: { kind: string }) => kind === 'live-data-lost');
  assert.match(noteText(lost), /InfluxDB ended during create/);
  const last = command.run.parts.at(-1);
  for (const { counts } of command.partOf(last).slices) assert.deepEqual([counts.hlog, counts.influx], [counts.k6, null]);
  assert.match(readFileSync(path.join(command.bundle, 'report.md'), 'utf8'), /live data are missing/);
}
