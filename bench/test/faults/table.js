/**
 * Faults: a part of a native run, a signal, phases of the run, and what must follow. Signals: KILL and TERM end a part; STOP makes it hang, as a machine
 * that swaps does.
 */
import { assertLiveDataLost } from './live-data.js';

/**
 * @typedef {'k6' | 'k6-2' | 'mvc' | 'mariadb' | 'influxdb' | 'prometheus' | 'runner'} Part
 * @typedef {'services' | 'jvm-start' | 'verification' | 'warm-up' | 'cell' | 'blocks'} Phase
 *
 * @typedef {object} Fault
 * @property {Part} part `k6-2`: one of two that share the load
 * @property {'KILL' | 'STOP' | 'TERM' | 'INT' | 'HUP'} signal
 * @property {Phase[]} phases in their order. A run that goes on meets all of them, one after the other; of one that ends, each resumption meets the next,
 *   and the last one finishes it
 * @property {'ends' | 'goes on' | 'is killed'} run `ends`: with a line that names the part; `goes on`: to its report; `is killed`: says nothing
 * @property {RegExp} [says] on standard error or output, after each signal
 * @property {(command: import('../support/cli.js').RunningCommand) => void} [leaves] asserts what the bundle of a run that went on says of it
 */

/** @type {Phase[]} */
const BEFORE = ['services', 'jvm-start', 'verification'];
/** @type {Phase[]} */
const UNDER_WAY = ['warm-up', 'cell', 'blocks'];
const ANY_TIME = [...BEFORE, ...UNDER_WAY];

const DATABASE_GONE = /mariadb ended by itself|mariadb ended while it started|MariaDB|database/i;
const PROMETHEUS_GONE = /prometheus (ended|did not answer)/i;
const INFLUXDB_GONE = /InfluxDB|live data/i;
const K6_HANGS = /k6 ended with SIGKILL \(it had not ended after \d+ s\)/;
const TARGET_GONE = /mvc ended (in|while|by)|mvc .*(not checked|no answer|socket hang up|ECONNRE)|not measured/;

/** @type {Fault[]} */
export const FAULTS = [
  { part: 'k6', signal: 'KILL', phases: UNDER_WAY, run: 'goes on', says: /k6 ended with SIGKILL/ },
  // In a cell, one of two hangs further down.
  { part: 'k6', signal: 'STOP', phases: ['warm-up', 'blocks'], run: 'goes on', says: K6_HANGS },
  { part: 'k6', signal: 'TERM', phases: ['cell'], run: 'goes on', says: /k6 ended with/ },

  { part: 'k6-2', signal: 'KILL', phases: UNDER_WAY, run: 'goes on', says: /k6-2 ended with SIGKILL/ },
  { part: 'k6-2', signal: 'STOP', phases: ['cell'], run: 'goes on', says: /k6-2 ended with SIGKILL \(it had not ended after \d+ s\)/ },

  { part: 'mvc', signal: 'KILL', phases: UNDER_WAY, run: 'goes on', says: TARGET_GONE },
  { part: 'mvc', signal: 'KILL', phases: ['jvm-start'], run: 'ends', says: /mvc ended while it started: SIGKILL/ },
  { part: 'mvc', signal: 'KILL', phases: ['verification'], run: 'ends', says: TARGET_GONE },
  { part: 'mvc', signal: 'STOP', phases: ['verification'], run: 'ends', says: /mvc.*(no answer within|stopped answering|did not answer)/ },
  { part: 'mvc', signal: 'STOP', phases: ['cell', 'blocks'], run: 'goes on' },

  { part: 'mariadb', signal: 'KILL', phases: ANY_TIME, run: 'ends', says: DATABASE_GONE },
  { part: 'mariadb', signal: 'STOP', phases: ['verification'], run: 'ends', says: DATABASE_GONE },
  { part: 'mariadb', signal: 'STOP', phases: ['cell'], run: 'goes on' },
  { part: 'mariadb', signal: 'STOP', phases: ['blocks'], run: 'goes on' },

  { part: 'prometheus', signal: 'KILL', phases: ANY_TIME, run: 'ends', says: PROMETHEUS_GONE },
  { part: 'prometheus', signal: 'STOP', phases: ['cell'], run: 'ends', says: PROMETHEUS_GONE },

  { part: 'influxdb', signal: 'KILL', phases: ['services'], run: 'ends', says: INFLUXDB_GONE },
  // It is not started again, and nothing else needs it.
  { part: 'influxdb', signal: 'KILL', phases: ['warm-up'], run: 'goes on', says: INFLUXDB_GONE },
  { part: 'influxdb', signal: 'KILL', phases: ['cell'], run: 'goes on', says: INFLUXDB_GONE },
  { part: 'influxdb', signal: 'KILL', phases: ['blocks'], run: 'goes on', says: INFLUXDB_GONE, leaves: assertLiveDataLost },
  { part: 'influxdb', signal: 'STOP', phases: ['cell'], run: 'goes on', says: INFLUXDB_GONE },

  { part: 'runner', signal: 'INT', phases: ANY_TIME, run: 'ends', says: /interrupted: SIGINT/ },
  { part: 'runner', signal: 'TERM', phases: ['jvm-start', 'cell', 'blocks'], run: 'ends', says: /interrupted: SIGTERM/ },
  { part: 'runner', signal: 'HUP', phases: ['cell'], run: 'ends', says: /interrupted: SIGHUP/ },
  { part: 'runner', signal: 'KILL', phases: ['services', 'cell', 'blocks'], run: 'is killed' },
];
