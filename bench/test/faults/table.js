/**
 * Faults: a part of a native run, a signal, a phase of the run, and what must follow. Signals: KILL and TERM end a part; STOP makes it hang, as a machine
 * that swaps does.
 */

/**
 * @typedef {'k6' | 'mvc' | 'mariadb' | 'influxdb' | 'prometheus' | 'runner'} Part
 * @typedef {'services' | 'jvm-start' | 'verification' | 'warm-up' | 'cell' | 'blocks'} Phase
 *
 * @typedef {object} Fault
 * @property {Part} part
 * @property {'KILL' | 'STOP' | 'TERM' | 'INT' | 'HUP'} signal
 * @property {Phase} phase
 * @property {'ends' | 'goes on' | 'is killed'} run `ends`: with a line that names the part; `goes on`: to its report; `is killed`: says nothing
 * @property {RegExp} [says] on standard error or output
 * @property {boolean} [sample] is also part of CI
 */

/** @param {Part} part @param {Phase} phase @param {Partial<Fault> & Pick<Fault, 'signal' | 'run'>} rest @returns {Fault} */
const fault = (part, phase, rest) => ({ part, phase, ...rest });

/** @type {Phase[]} */
const UNDER_WAY = ['warm-up', 'cell', 'blocks'];
/** @type {Phase[]} */
const BEFORE = ['services', 'jvm-start', 'verification'];

const DATABASE_GONE = /mariadb ended by itself|mariadb ended while it started|MariaDB|database/i;
const PROMETHEUS_GONE = /prometheus (ended|did not answer)/i;
const K6_GONE = /k6 ended with SIG(KILL|TERM)/;
const K6_HANGS = /k6 ended with SIGKILL \(it had not ended after \d+ s\)/;
const TARGET_GONE = /mvc ended (in|while|by)|mvc .*(not checked|no answer|socket hang up|ECONNRE)|not measured/;

/** @type {Fault[]} */
export const FAULTS = [
  ...UNDER_WAY.map((phase) => fault('k6', phase, { signal: 'KILL', run: 'goes on', says: K6_GONE })),
  ...UNDER_WAY.map((phase) => fault('k6', phase, { signal: 'STOP', run: 'goes on', says: K6_HANGS })),
  fault('k6', 'cell', { signal: 'TERM', run: 'goes on', says: /k6 ended with/ }),

  ...UNDER_WAY.map((phase) => fault('mvc', phase, { signal: 'KILL', run: 'goes on', says: TARGET_GONE })),
  fault('mvc', 'jvm-start', { signal: 'KILL', run: 'ends', says: /mvc ended while it started: SIGKILL/ }),
  fault('mvc', 'verification', { signal: 'KILL', run: 'ends', says: TARGET_GONE }),
  fault('mvc', 'cell', { signal: 'STOP', run: 'goes on' }),
  fault('mvc', 'blocks', { signal: 'STOP', run: 'goes on' }),
  fault('mvc', 'verification', { signal: 'STOP', run: 'ends', says: /mvc/ }),

  ...[...BEFORE, ...UNDER_WAY].map((phase) => fault('mariadb', phase, { signal: 'KILL', run: 'ends', says: DATABASE_GONE })),
  fault('mariadb', 'verification', { signal: 'STOP', run: 'ends', says: DATABASE_GONE }),
  // Nothing needs it after the last load.
  fault('mariadb', 'cell', { signal: 'STOP', run: 'goes on' }),
  fault('mariadb', 'blocks', { signal: 'STOP', run: 'goes on' }),

  ...[...BEFORE, ...UNDER_WAY].map((phase) => fault('prometheus', phase, { signal: 'KILL', run: 'ends', says: PROMETHEUS_GONE })),
  fault('prometheus', 'cell', { signal: 'STOP', run: 'ends', says: PROMETHEUS_GONE }),

  fault('influxdb', 'services', { signal: 'KILL', run: 'ends', says: /influxdb/i }),
  ...UNDER_WAY.map((phase) => fault('influxdb', phase, { signal: 'KILL', run: 'goes on', says: /InfluxDB|live data/ })),
  fault('influxdb', 'cell', { signal: 'STOP', run: 'goes on', says: /live data|InfluxDB/ }),

  ...[...BEFORE, ...UNDER_WAY].map((phase) => fault('runner', phase, { signal: 'INT', run: 'ends', says: /interrupted: SIGINT/ })),
  ...['jvm-start', 'cell', 'blocks'].map((phase) =>
    fault('runner', /** @type {Phase} */ (phase), { signal: 'TERM', run: 'ends', says: /interrupted: SIGTERM/ }),
  ),
  fault('runner', 'cell', { signal: 'HUP', run: 'ends', says: /interrupted: SIGHUP/ }),
  ...['services', 'cell', 'blocks'].map((phase) =>
    fault('runner', /** @type {Phase} */ (phase), { signal: 'KILL', run: 'is killed', sample: phase === 'cell' }),
  ),
];
