/** What was run, where and how long, as rows of a name and its value. */
import { fitting } from '../../record/fits.ts';
import { count, duration, fixed, instant, percent, plural } from '../../util/text.ts';
import { largest, sum, upperMedian } from '../../util/math.ts';
import { BY_VARIANT, sweepText } from '../words/variants/sweep.ts';
import { spentText } from '../words/activities.ts';
import { soFarText } from '../words/ratios/outlook.ts';
import { samplesText, continuedText, noisesText, untilText } from './block-facts.ts';
import type { Figures } from '../../analyse/types.ts';
import type { Run } from '../../record/run.ts';
import type { Knob } from '../../record/variant.ts';

type Facts = [name: string, value: string][];

export function facts(figures: Figures): { title: string; rows: Facts }[] {
  return [
    { title: 'What was run', rows: known(plan(figures)) },
    { title: 'Where', rows: known(place(figures)) },
  ];
}

/** @returns '50, 150, 300 users; slices of 5 s' */
export function loadText({ levels, sliceSeconds }: Run): string {
  return `${levels.join(', ')} users; slices of ${sliceSeconds} s`;
}

/** @returns its machine, versions and date in a line */
export function imprint({ id, machine, limits, versions, engine, startedAt, rounds, ...run }: Run): string {
  const java = versions.java ? `Java ${versions.java}` : null;
  const boot = versions.springBoot ? `Spring Boot ${versions.springBoot}` : null;
  const cpus = `${limits.targetCpus} CPU per target`;
  const parts = [
    `${machine.cpuModel}, ${plural(machine.cores, 'core')}`,
    cpus,
    boot,
    java,
    engine,
    run.endedAt === null ? `${soFarText(run)}; the run has not ended` : plural(rounds, 'round'),
    startedAt.slice(0, 10),
  ];
  return `${parts.filter(Boolean).join(' · ')} · run ${id}`;
}

function plan(figures: Figures): [string, string | null][] {
  const { run } = figures;
  return [
    ['Profile', `${run.profile}: ${loadText(run)}`],
    ['Targets', run.targets.map((name) => `${run.catalogue.targets[name].label} (${run.catalogue.targets[name].stack})`).join('; ')],
    ['Sweep', run.sweep ? sweepText(run.sweep, run.catalogue.targets[run.baseline].label) : null],
    ['Settings', run.settings ? `${run.settings.title} (SETTINGS=${run.settings.name})` : null],
    ['Database', run.databaseRttMs ? `round trip of ${run.databaseRttMs} ms (DB_RTT_MS)` : null],
    ['Rounds', `${run.rounds}, each with new JVMs, order within a round: random, seed ${run.seed}`],
    ['Compared in', samplesText(figures)],
    ['Rounds added', untilText(run)],
    ['Continued', continuedText(run)],
    ['Noise', noisesText(figures)],
    ['Measurements', statesText(run.parts)],
    ['Started', instant(run.startedAt)],
    ['Took', run.endedAt ? duration(Date.parse(run.endedAt) - Date.parse(run.startedAt)) : 'not finished'],
    ['Of which recorded', spentText(run.spentSeconds)],
    ['Resumed', run.resumedAt.length ? run.resumedAt.map(instant).join(', ') : null],
    ['Same work', sameWork(run)],
  ];
}

/** @returns '16: 15 ok, 1 failed' */
function statesText(parts: { state: string }[]): string {
  const states = (state: string) => parts.filter((part) => part.state === state).length;
  const others = ['failed', 'pending'].filter((state) => states(state) > 0).map((state) => `, ${states(state)} ${state}`);
  return `${count(parts.length)}: ${states('ok')} ok${others.join('')}`;
}

function place({ run, parts }: Figures): [string, string | null][] {
  const { machine, limits, versions, sweep } = run;
  const given = (knob: Knob, text: string | null) => (sweep?.over === knob ? BY_VARIANT : text);
  const heap = given('heap', `${limits.heapMb} MiB`);
  return [
    ['Machine', `${machine.cpuModel}, ${plural(machine.cores, 'core')}, ${fixed(machine.memoryBytes / 2 ** 30, 1)} GiB`],
    ['System', `${machine.os}, ${machine.kernel}`],
    ['Engine', run.engine],
    ['CPU limit', `${given('cpus', `${limits.targetCpus} CPU per target`)}: ${limits.method}`],
    ['Others', limits.others],
    ['Load generators', generatorsText(limits)],
    [
      'JVM',
      [versions.java && `Java ${versions.java}`, versions.javaVendor && `(${versions.javaVendor})`, ...limits.jvmArgs]
        .filter(Boolean)
        .join(' ') || null,
    ],
    ['Heap, collector', limits.heapMb ? `${heap}, ${given('gc', limits.collector)}` : null],
    ['Pool', limits.poolSize && !run.settings ? given('pool', `${plural(limits.poolSize, 'database connection')} per target`) : null],
    ['Versions', versionsLine(versions)],
    ['Nodes', nodes(limits.nodes)],
    ['Network', limits.nodes ? networkText(parts, machine) : null],
    ['Containers', containers(limits.containers)],
    ['Commit', run.commit ? `${run.commit}${run.dirty ? ' with uncommitted changes' : ''}` : 'not a git checkout'],
  ];
}

/** @returns null where there is one, as usual */
function generatorsText({ generators = 1, generatorCpus }: Run['limits']): string | null {
  if (generators === 1) return null;
  return `${generators} k6 share each load${generatorCpus === null ? '' : `, ${generatorCpus} CPU each`}; figures are of all together`;
}

/** @param list of a cluster */
function nodes(list: Run['limits']['nodes'] = []) {
  const lines = list.map(
    ({ name, roles, cpuModel, cores, kernel }) => `${name}: ${roles.join(', ')}; ${cpuModel}, ${plural(cores, 'core')}, ${kernel}`,
  );
  const machines = new Set(list.map(({ machine }) => machine)).size;
  const shared = machines < list.length ? `${plural(list.length, 'node')} on ${plural(machines, 'machine')}` : null;
  return [...lines, shared].filter(Boolean).join('; ') || null;
}

/** @param machine under the targets @returns what is between the nodes of a cluster, as it was measured with each part */
export function networkText(
  parts: Pick<Figures['parts'][number], 'part' | 'slices'>[],
  { cores }: Pick<Run['machine'], 'cores'>,
): string | null {
  const links = parts.flatMap(({ part }) => part?.generators ?? []).flatMap(({ link }) => link ?? []);
  const toTarget = upperMedian(links.flatMap(({ rttMs }) => rttMs ?? []));
  const toDatabase = upperMedian(parts.flatMap(({ part }) => part?.databaseRtt?.measuredMs ?? []));
  const offsets = links.flatMap(({ clockOffsetMs }) => (clockOffsetMs === null ? [] : Math.abs(clockOffsetMs)));
  const retransmits = links.flatMap(({ retransmits: sentAgain }) => sentAgain ?? []);
  const interrupts = parts.flatMap(({ slices }) => slices.flatMap(({ stage }) => stage.processCores.interrupts ?? []));
  const texts = [
    toTarget !== null && `generator to target ${fixed(toTarget, 2)} ms there and back`,
    toDatabase !== null && `target to database ${fixed(toDatabase, 2)} ms`,
    offsets.length > 0 && `clocks of generators up to ${fixed(largest(offsets), 0)} ms off`,
    retransmits.length > 0 && `generators sent ${plural(sum(retransmits), 'TCP segment')} again`,
    interrupts.length > 0 && `interrupts took up to ${percent(largest(interrupts) / cores)} of the machine under the targets`,
  ];
  return texts.filter(Boolean).join('; ') || null;
}

function containers(list: { service: string; image: string; digest: string; cpus: number | null; memoryBytes: number | null }[] = []) {
  const lines = list.map(({ service, image, digest, cpus, memoryBytes }) => {
    const memory = memoryBytes ? `${fixed(memoryBytes / 2 ** 30, 1)} GiB` : 'no memory limit';
    return `${service}: ${image} (${digest.replace(/^.*sha256:/, 'sha256:').slice(0, 19)}), ${cpus ? `${cpus} CPU` : 'no CPU limit'}, ${memory}`;
  });
  return lines.join('; ') || null;
}

function versionsLine(versions: Run['versions']) {
  const names: Partial<Record<keyof Run['versions'], string>> = {
    ...{ springBoot: 'Spring Boot', k6: 'k6', mariadb: 'MariaDB', mongo: 'documents:', toxiproxy: 'Toxiproxy' },
    ...{ influxdb: 'InfluxDB', prometheus: 'Prometheus', node: 'Node' },
  };
  const line = Object.entries(names)
    .map(([key, name]) => ({ name, version: versions[key as keyof Run['versions']] }))
    .flatMap(({ name, version }) => (version ? [`${name} ${version}`] : []));
  return line.join(', ') || null;
}

function sameWork({ verified, catalogue }: Run) {
  if (!verified) return 'not verified before measuring';
  const pairs = sum(verified.scenarios.map((scenario) => verified.targets.filter(fitting(catalogue, scenario)).length));
  return `verified before measuring: ${plural(pairs, 'pair')} of target and scenario, ${Math.round(verified.seconds)} s`;
}

function known(rows: [string, string | null][]): Facts {
  return rows.filter(([, value]) => value !== null) as Facts;
}
