import { fitting } from '../../record/fits.js';
import { count, duration, fixed, instant, plural } from '../../util/text.js';
import { sum } from '../../util/math.js';

/**
 * What was run, where and how long, as rows of a name and its value.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {[name: string, value: string][]} Facts
 */

/** @param {Run} run @returns {{title: string, rows: Facts}[]} */
export function facts(run) {
  return [
    { title: 'What was run', rows: known(plan(run)) },
    { title: 'Where', rows: known(place(run)) },
  ];
}

/** @param {Run} run @returns {string} '50, 150, 300 VUs, 4 s each' */
export function staircase({ stages }) {
  const seconds = stages.map(({ durationMs }) => durationMs / 1000);
  const vus = stages.map((stage) => stage.vus).join(', ');
  if (seconds.every((each) => each === seconds[0])) return `${vus} VUs, ${seconds[0]} s each`;
  return `${vus} VUs, for ${seconds.join(', ')} s`;
}

/** @param {Run} run @returns {[string, string | null][]} */
function plan(run) {
  const states = (/** @type {string} */ state) => run.cells.filter((cell) => cell.state === state).length;
  const others = ['failed', 'pending'].filter((state) => states(state) > 0).map((state) => `, ${states(state)} ${state}`);
  return [
    ['Profile', `${run.profile}: ${staircase(run)}`],
    ['Targets', run.targets.map((name) => `${run.catalogue.targets[name].label} (${run.catalogue.targets[name].stack})`).join('; ')],
    ['Scenarios', run.scenarios.join(', ')],
    ['Settings', run.settings ? `${run.settings.title} (SETTINGS=${run.settings.name})` : null],
    ['Database', run.databaseRttMs ? `round trip of ${run.databaseRttMs} ms (DB_RTT_MS)` : null],
    ['Rounds', `${run.rounds}, order within a round: random, seed ${run.seed}`],
    ['Cells', `${count(run.cells.length)}: ${states('ok')} ok${others.join('')}`],
    ['Started', instant(run.startedAt)],
    ['Took', run.endedAt ? duration(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : 'not finished'],
    ['Resumed', run.resumedAt.length ? run.resumedAt.map(instant).join(', ') : null],
    ['Same work', sameWork(run)],
  ];
}

/** @param {Run} run @returns {[string, string | null][]} */
function place(run) {
  const { machine, limits, versions } = run;
  return [
    ['Machine', `${machine.cpuModel}, ${plural(machine.cores, 'core')}, ${fixed(machine.memoryBytes / 2 ** 30, 1)} GiB`],
    ['System', `${machine.os}, ${machine.kernel}`],
    ['Engine', run.engine],
    ['CPU limit', `${limits.targetCpus} CPU per target: ${limits.method}`],
    ['Others', limits.others],
    ['JVM', [versions.java && `Java ${versions.java}`, ...limits.jvmArgs].filter(Boolean).join(' ') || null],
    ['Heap, collector', limits.heapMb ? `${limits.heapMb} MiB, ${limits.collector}` : null],
    ['Pool', limits.poolSize && !run.settings ? `${plural(limits.poolSize, 'database connection')} per target` : null],
    ['Versions', versionsLine(versions)],
    ['Containers', containers(limits.containers)],
    ['Commit', run.commit ? `${run.commit}${run.dirty ? ' with uncommitted changes' : ''}` : 'not a git checkout'],
  ];
}

/** @param {{service: string, image: string, digest: string, cpus: number | null, memoryBytes: number | null}[]} [list] */
function containers(list = []) {
  const lines = list.map(({ service, image, digest, cpus, memoryBytes }) => {
    const memory = memoryBytes ? `${fixed(memoryBytes / 2 ** 30, 1)} GiB` : 'no memory limit';
    return `${service}: ${image} (${digest.replace(/^.*sha256:/, 'sha256:').slice(0, 19)}), ${cpus ? `${cpus} CPU` : 'no CPU limit'}, ${memory}`;
  });
  return lines.join('; ') || null;
}

/** @param {Run['versions']} versions */
function versionsLine(versions) {
  /** @type {Partial<Record<keyof Run['versions'], string>>} */
  const names = {
    ...{ springBoot: 'Spring Boot', k6: 'k6', mariadb: 'MariaDB', mongo: 'documents:', toxiproxy: 'Toxiproxy' },
    ...{ influxdb: 'InfluxDB', prometheus: 'Prometheus', node: 'Node' },
  };
  const line = Object.entries(names)
    .map(([key, name]) => ({ name, version: versions[/** @type {keyof Run['versions']} */ (key)] }))
    .flatMap(({ name, version }) => (version ? [`${name} ${version}`] : []));
  return line.join(', ') || null;
}

/** @param {Run} run */
function sameWork({ verified, catalogue }) {
  if (!verified) return 'not verified before measuring';
  const pairs = sum(verified.scenarios.map((scenario) => verified.targets.filter(fitting(catalogue, scenario)).length));
  return `verified before measuring: ${plural(pairs, 'pair')} of target and scenario, ${Math.round(verified.seconds)} s`;
}

/** @param {[string, string | null][]} rows @returns {Facts} */
function known(rows) {
  return /** @type {Facts} */ (rows.filter(([, value]) => value !== null));
}
