/**
 * Faults: a part of a native run, signals in phases of the run, and what must follow. Signals: KILL and TERM end a part; STOP makes it hang, as a machine
 * that swaps does.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { noteText } from '../../report/words/notes.ts';
import type { RunningCommand } from '../support/cli.ts';

export type Part = 'k6' | 'k6-2' | 'mvc' | 'mariadb' | 'influxdb' | 'prometheus' | 'runner';

export type Phase = 'services' | 'jvm-start' | 'verification' | 'warm-up' | 'blocks';

export interface Fault {
  signal: 'KILL' | 'STOP' | 'TERM' | 'INT' | 'HUP';
  phase: Phase;
  /** on standard error or output, before the next fault */
  says?: RegExp;
}

export interface Row {
  /** `k6-2`: one of two that share the load */
  part: Part;
  /** `ends`: with a line that names the part; `goes on`: to its report; `is killed`: says nothing */
  run: 'ends' | 'goes on' | 'is killed';
  /** in the order of their phases. A run that goes on meets all of them; of one that ends, each resumption meets the next, and the last one finishes it */
  faults: Fault[];
  /** asserts what the bundle of a run that went on says of it */
  leaves?: (command: RunningCommand) => void;
}

const DATABASE_GONE = /mariadb ended by itself|mariadb ended while it started|MariaDB|database/i;
const PROMETHEUS_GONE = /prometheus (ended|did not answer)/i;
const INFLUXDB_GONE = /InfluxDB|live data/i;
const K6_KILLED = /k6 ended with SIGKILL/;
const K6_HANGS = /k6 ended with SIGKILL \(it had not ended after \d+ s\)/;
const TARGET_GONE = /mvc ended (in|while|by)|mvc .*(not checked|no answer|socket hang up|ECONNRE)|not measured/;

/** @returns one in each phase */
function inEach(signal: Fault['signal'], phases: Phase[], says?: RegExp): Fault[] {
  return phases.map((phase) => ({ signal, phase, says }));
}

/** The figures come from the histograms. @param command that measured blocks of `create` last, after InfluxDB was gone */
function assertLiveDataLost(command: RunningCommand) {
  const lost = command.run.notes.find(({ kind }: { kind: string }) => kind === 'live-data-lost');
  assert.match(noteText(lost, command.run.machine), /InfluxDB ended during create/);
  const last = command.run.parts.at(-1);
  for (const { counts } of command.partOf(last).slices) assert.deepEqual([counts.hlog, counts.influx], [counts.k6, null]);
  assert.match(readFileSync(path.join(command.bundle, 'report.md'), 'utf8'), /live data are missing/);
}

const BEFORE: Phase[] = ['services', 'jvm-start', 'verification'];
const UNDER_WAY: Phase[] = ['warm-up', 'blocks'];

export const FAULTS: Row[] = [
  { part: 'k6', run: 'goes on', faults: inEach('KILL', UNDER_WAY, K6_KILLED) },
  { part: 'k6', run: 'goes on', faults: [...inEach('STOP', ['warm-up'], K6_HANGS), ...inEach('TERM', ['blocks'], /k6 ended with/)] },

  { part: 'k6-2', run: 'goes on', faults: inEach('KILL', UNDER_WAY, /k6-2 ended with SIGKILL/) },
  { part: 'k6-2', run: 'goes on', faults: inEach('STOP', ['blocks'], /k6-2 ended with SIGKILL \(it had not ended after \d+ s\)/) },

  { part: 'mvc', run: 'goes on', faults: inEach('KILL', UNDER_WAY, TARGET_GONE) },
  { part: 'mvc', run: 'goes on', faults: inEach('STOP', ['blocks']) },
  {
    part: 'mvc',
    run: 'ends',
    faults: [
      { signal: 'KILL', phase: 'jvm-start', says: /mvc ended while it started: SIGKILL/ },
      { signal: 'KILL', phase: 'verification', says: TARGET_GONE },
      { signal: 'STOP', phase: 'verification', says: /mvc.*(no answer within|stopped answering|did not answer)/ },
    ],
  },

  {
    part: 'mariadb',
    run: 'ends',
    faults: [
      ...inEach('KILL', BEFORE, DATABASE_GONE),
      { signal: 'STOP', phase: 'verification', says: DATABASE_GONE },
      ...inEach('KILL', UNDER_WAY, DATABASE_GONE),
    ],
  },
  { part: 'mariadb', run: 'goes on', faults: [{ signal: 'STOP', phase: 'blocks' }] },

  {
    part: 'prometheus',
    run: 'ends',
    faults: [
      ...inEach('KILL', [...BEFORE, 'warm-up'], PROMETHEUS_GONE),
      { signal: 'STOP', phase: 'blocks', says: PROMETHEUS_GONE },
      { signal: 'KILL', phase: 'blocks', says: PROMETHEUS_GONE },
    ],
  },

  { part: 'influxdb', run: 'ends', faults: [{ signal: 'KILL', phase: 'services', says: INFLUXDB_GONE }] },
  // It is not started again, and nothing else needs it.
  { part: 'influxdb', run: 'goes on', faults: [{ signal: 'KILL', phase: 'warm-up', says: INFLUXDB_GONE }] },
  { part: 'influxdb', run: 'goes on', faults: [{ signal: 'KILL', phase: 'blocks', says: INFLUXDB_GONE }], leaves: assertLiveDataLost },
  { part: 'influxdb', run: 'goes on', faults: [{ signal: 'STOP', phase: 'blocks', says: INFLUXDB_GONE }] },

  {
    part: 'runner',
    run: 'ends',
    faults: [
      ...inEach('INT', ['services', 'jvm-start'], /interrupted: SIGINT/),
      { signal: 'TERM', phase: 'jvm-start', says: /interrupted: SIGTERM/ },
      ...inEach('INT', ['verification', 'warm-up'], /interrupted: SIGINT/),
      { signal: 'HUP', phase: 'warm-up', says: /interrupted: SIGHUP/ },
      { signal: 'INT', phase: 'blocks', says: /interrupted: SIGINT/ },
      { signal: 'TERM', phase: 'blocks', says: /interrupted: SIGTERM/ },
    ],
  },
  { part: 'runner', run: 'is killed', faults: inEach('KILL', ['services', 'blocks']) },
];
