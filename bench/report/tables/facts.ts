/** What was run, where and how long, as rows of a name and its value. */
import { blockSamples } from '../../analyse/comparison/comparison.ts';
import { groupsOf } from '../../analyse/findings/scopes.ts';
import { noiseComponents } from '../../analyse/statistics/two-levels.ts';
import { fitting, hasBlocks } from '../../record/catalogue.ts';
import { count, duration, fixed, instant, percent, plural, plusMinus } from '../../util/text.ts';
import { largest, sum, upperMedian } from '../../util/math.ts';
import { sweepText } from '../sweep.ts';
import { spentText, soFarText } from '../words/ratios/outlook.ts';
import { sampleText } from '../words/verdicts.ts';
import type { Figures } from '../../analyse/types.ts';
import type { Run } from '../../record/run.ts';
import type { Knob } from '../../record/variant.ts';

/** null or '': not to be shown */
type Fact = [name: string, value: string | null];

export function facts(figures: Figures) {
  const lists = { 'What was run': plan(figures), Where: place(figures) };
  return Object.entries(lists).map(([title, all]) => ({
    title,
    rows: all.flatMap(([name, value]): [name: string, value: string][] => (value ? [[name, value]] : [])),
  }));
}

/** @returns '50, 150, 300 users; slices of 5 s' */
export function loadText({ levels, sliceSeconds }: Run): string {
  return `${levels.join(', ')} users; slices of ${sliceSeconds} s`;
}

/** @returns for a line that says what was measured where */
export function environmentOf({ machine, limits, versions }: Pick<Run, 'machine' | 'limits' | 'versions'>) {
  return [
    `${machine.cpuModel}, ${plural(machine.cores, 'core')}`,
    `${limits.targetCpus} CPU per target`,
    versions.springBoot && `Spring Boot ${versions.springBoot}`,
    versions.java && `Java ${versions.java}`,
  ];
}

export function imprint({ id, machine, limits, versions, engine, startedAt, rounds, ...run }: Run): string {
  const parts = [
    ...environmentOf({ machine, limits, versions }),
    engine,
    run.endedAt === null ? `${soFarText(run)}; the run has not ended` : plural(rounds, 'round'),
    startedAt.slice(0, 10),
  ];
  return `${parts.filter(Boolean).join(' · ')} · run ${id}`;
}

function plan(figures: Figures): Fact[] {
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
    ['Resumed', run.resumedAt.map(instant).join(', ')],
    ['Same work', sameWork(run)],
  ];
}

/** @returns '16: 15 ok, 1 failed' */
function statesText(parts: { state: string }[]): string {
  const [ok, ...others] = ['ok', 'failed', 'pending'].map((state) => ({ state, of: parts.filter((part) => part.state === state).length }));
  return `${count(parts.length)}: ${[ok, ...others.filter(({ of }) => of > 0)].map(({ of, state }) => `${of} ${state}`).join(', ')}`;
}

function place({ run, parts }: Figures): Fact[] {
  const { machine, limits, versions, sweep } = run;
  const given = (knob: Knob, text: string | null) => (sweep?.over === knob ? 'as the sweep says' : text);
  const heap = given('heap', `${limits.heapMb} MiB`);
  return [
    ['Machine', `${machine.cpuModel}, ${plural(machine.cores, 'core')}, ${fixed(machine.memoryBytes / 2 ** 30, 1)} GiB`],
    ['System', `${machine.os}, ${machine.kernel}`],
    ['Engine', run.engine],
    ['CPU limit', `${given('cpus', `${limits.targetCpus} CPU per target`)}: ${limits.method}`],
    ['Others', limits.others],
    ['Load generators', generatorsText(limits)],
    ['JVM', jvmText(run)],
    ['Heap, collector', limits.heapMb ? `${heap}, ${given('gc', limits.collector)}` : null],
    ['Pool', limits.poolSize && !run.settings ? given('pool', `${plural(limits.poolSize, 'database connection')} per target`) : null],
    ['Versions', versionsLine(versions)],
    ['Nodes', nodes(limits.nodes)],
    ['Network', limits.nodes ? networkText(parts, machine) : null],
    ['Containers', containers(limits.containers)],
    ['Commit', run.commit ? `${run.commit}${run.dirty ? ' with uncommitted changes' : ''}` : 'not a git checkout'],
  ];
}

function jvmText({ versions: { java, javaVendor }, limits }: Run) {
  return [java && `Java ${java}`, javaVendor && `(${javaVendor})`, ...limits.jvmArgs].filter(Boolean).join(' ');
}

/** @returns null where there is one, as usual */
function generatorsText({ generators = 1, generatorCpus }: Run['limits']): string | null {
  if (generators === 1) return null;
  return `${generators} k6 share each load${generatorCpus === null ? '' : `, ${generatorCpus} CPU each`}; figures are of all together`;
}

function nodes(list: Run['limits']['nodes'] = []) {
  const lines = list.map(
    ({ name, roles, cpuModel, cores, kernel }) => `${name}: ${roles.join(', ')}; ${cpuModel}, ${plural(cores, 'core')}, ${kernel}`,
  );
  const machines = new Set(list.map(({ machine }) => machine)).size;
  const shared = machines < list.length ? `${plural(list.length, 'node')} on ${plural(machines, 'machine')}` : null;
  return [...lines, shared].filter(Boolean).join('; ');
}

type Parts = Pick<Figures['parts'][number], 'part' | 'slices'>[];

/** @param machine under the targets @returns what is between the nodes of a cluster, as it was measured with each part */
export function networkText(parts: Parts, { cores }: Pick<Run['machine'], 'cores'>): string {
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
  return texts.filter(Boolean).join('; ');
}

function containers(list: Run['limits']['containers'] = []) {
  const lines = list.map(({ service, image, digest, cpus, memoryBytes }) => {
    const memory = memoryBytes ? `${fixed(memoryBytes / 2 ** 30, 1)} GiB` : 'no memory limit';
    return `${service}: ${image} (${digest.replace(/^.*sha256:/, 'sha256:').slice(0, 19)}), ${cpus ? `${cpus} CPU` : 'no CPU limit'}, ${memory}`;
  });
  return lines.join('; ');
}

const PROGRAMS = {
  ...{ springBoot: 'Spring Boot', k6: 'k6', mariadb: 'MariaDB', mongo: 'documents:', toxiproxy: 'Toxiproxy' },
  ...{ influxdb: 'InfluxDB', prometheus: 'Prometheus', node: 'Node' },
};

function versionsLine(versions: Record<string, string | null | undefined>) {
  return Object.entries(PROGRAMS)
    .flatMap(([key, name]) => (versions[key] ? [`${name} ${versions[key]}`] : []))
    .join(', ');
}

function sameWork({ verified, catalogue }: Run) {
  if (!verified) return 'not verified before measuring';
  const pairs = sum(verified.scenarios.map((scenario) => verified.targets.filter(fitting(catalogue, scenario)).length));
  return `verified before measuring: ${plural(pairs, 'pair')} of target and scenario, ${Math.round(verified.seconds)} s`;
}

/** @returns 'read, create: 3 rounds × 5 blocks; block: each target measured alone, once' */
export function samplesText(figures: Figures): string {
  const bySample = Map.groupBy(figures.run.scenarios, (scenario) => sampleWords(figures, scenario));
  return [...bySample].map(([words, scenarios]) => `${scenarios.join(', ')}: ${words}`).join('; ');
}

/** @returns '3 rounds × 5 blocks' in which something counts; a block that is discarded throughout is measured again */
function sampleWords(figures: Figures, scenario: string): string {
  if (!hasBlocks(figures.run.catalogue, scenario)) return 'each target measured alone, once';
  const slices = groupsOf(figures, scenario).flatMap((group) => group.slices.filter(({ discardedFor }) => discardedFor.length === 0));
  const rounds = new Set(slices.map(({ round }) => round)).size;
  return sampleText({ rounds, blocks: new Set(slices.map(({ round, block }) => `${round} ${block}`)).size });
}

/** @returns '' where none were to be added */
function untilText({ budgetSeconds, halfWidth }: Pick<Run, 'budgetSeconds' | 'halfWidth'>): string {
  const limits = [
    halfWidth !== null && `until every interval is narrower than ${plusMinus(halfWidth)} (HALF_WIDTH)`,
    budgetSeconds !== null && `within ${count(budgetSeconds / 60)} min (BUDGET)`,
  ];
  return limits.filter(Boolean).join(', ');
}

/** @returns when rounds were added beyond the plan, and what was known by then */
function continuedText({ continued = [] }: Run): string {
  const texts = continued.map(({ at, rounds, ...ending }) => {
    const when = rounds === 0 ? 'before its first round had ended' : `after round ${rounds}, after its result had been seen`;
    return `on ${instant(at)}, ${when}: ${untilText(ending)}`;
  });
  return texts.join('; ');
}

/** @returns of the ratio of two targets; null where it is not known */
function noisesText(figures: Figures): string | null {
  const texts = figures.run.scenarios.flatMap((scenario) => {
    const groups = groupsOf(figures, scenario);
    const targets = groups.map(({ target }) => target);
    const { sigma2Block, sigma2Round } = noiseComponents(blockSamples(groups, 'throughput'), targets);
    if (sigma2Block === null || sigma2Round === null) return [];
    return [`${scenario} ${percent(Math.sqrt(sigma2Block))} and ${percent(Math.sqrt(sigma2Round))}`];
  });
  return texts.length > 0 ? `of requests/s, within a round and between rounds: ${texts.join('; ')}` : null;
}
