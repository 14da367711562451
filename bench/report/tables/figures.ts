import { groupOfPair, groupsOf } from '../../analyse/findings/scopes.ts';
import { unfitReason } from '../../record/catalogue.ts';
import { comparedVus, levelsOf, type PlannedRun } from '../../record/run.ts';
import { sum } from '../../util/math.ts';
import { count, fixed, mebibytes, number, plural, span } from '../../util/text.ts';
import { figureOfGroup } from '../verdicts/rows.ts';
import { bottleneckInTwoWords } from '../words/bottleneck.ts';
import { figureColumn, tableOf, targetColumn, type Table, type Cell } from './table.ts';
import type { Level } from '../../analyse/group/group.ts';
import type { Figures, StageOfRounds, Range } from '../../analyse/types.ts';

const LATENCIES = ['p50', 'p95', 'p99'] as const;

/** @returns '300 users', '50 or 100 users': with which targets are compared */
export function comparedUsers(run: Pick<PlannedRun, 'scenarios' | 'levels' | 'catalogue'>): string {
  const numbers = [...new Set(run.scenarios.map((scenario) => comparedVus(run, scenario)))].sort((a, b) => a - b);
  return [...numbers.slice(0, -1), plural(numbers[numbers.length - 1], 'user')].join(' or ');
}

/** @returns scenarios × targets: throughput, p99 and memory with the users that targets are compared at */
export function absoluteTable(figures: Figures): Table {
  const { run } = figures;
  const underQuota = run.limits.periodUs === null ? '' : ' under a CPU quota';
  const caption = `Requests/s at ${comparedUsers(run)}; below: p99 and memory (RSS, largest). p99 is of a closed loop${underQuota}: it shows saturation, not the latency at a given load`;
  return tableOf(caption, run.scenarios, [
    { head: 'Scenario', rowHead: true, of: (scenario) => ({ text: scenario, note: run.catalogue.scenarios[scenario].does }) },
    ...run.targets.map((target) =>
      figureColumn(
        run.catalogue.targets[target].label,
        'requests/s',
        (scenario: string) => absoluteCell(figures, scenario, target),
        target,
      ),
    ),
  ]);
}

function absoluteCell(figures: Figures, scenario: string, target: string): Cell {
  const group = groupOfPair(figures, { scenario, target });
  if (!group) return { text: '–', note: `not measured: ${unfitReason(figures.run.catalogue, target, scenario)}`, target };
  const { rps, rssMaxBytes, latency, failures } = group.stage;
  const notes = [
    latency.p99 === null ? '' : `${number(latency.p99)} ms`,
    rssMaxBytes === null ? '' : `${mebibytes(rssMaxBytes)} MiB`,
    failures ? plural(failures, 'failure') : '',
  ];
  return { text: number(rps), note: notes.filter(Boolean).join(' · '), target, struck: group.isDiscarded };
}

/** @returns '' of a single round */
function rangeText({ rounds }: StageOfRounds, range: Range | null): string {
  return rounds > 1 ? span(range) : '';
}

function stateText({ good, slices, isDiscarded }: Level): string {
  if (slices.length === 0) return 'not measured';
  if (isDiscarded) return 'discarded';
  return good.length < slices.length ? `${good.length} of ${plural(slices.length, 'slice')}` : '';
}

export function targetsTable(figures: Figures, scenario: string): Table {
  const { run } = figures;
  const caption = `${scenario}: throughput and resources at ${plural(comparedVus(run, scenario), 'user')}, all rounds together`;
  return tableOf(caption, groupsOf(figures, scenario), [
    targetColumn(run.catalogue.targets, stateText),
    figureColumn('Throughput', 'requests/s', ({ stage }) => ({ text: number(stage.rps), note: rangeText(stage, stage.rpsRange) })),
    figureColumn('CPU per 1,000 requests', 's', ({ stage }) => ({ text: number(stage.cpuPer1000), note: cpuNote(stage) })),
    figureColumn('CPU', 'cores', ({ stage }) => fixed(stage.cpuCores, 2)),
    figureColumn('Throttled', '% of periods', ({ stage: { throttledShare: share } }) => fixed(share === null ? null : share * 100, 1)),
    figureColumn('Threads, max', 'platform', ({ stage }) => count(stage.threadsMax)),
    figureColumn('In flight, max', 'requests', ({ stage }) => count(stage.inFlightMax)),
    figureColumn('Heap, max', 'MiB', ({ stage }) => mebibytes(stage.heapMaxBytes)),
    figureColumn('RSS, max', 'MiB', ({ stage }) => mebibytes(stage.rssMaxBytes)),
    figureColumn('Requests/s per MB', 'of RSS', (group) => number(figureOfGroup(group, 'perMegabyte'))),
    figureColumn('Failures', 'requests', ({ stage }) => count(stage.failures)),
  ]);
}

/** @returns range of the rounds; what the compilers took besides, where it is known */
function cpuNote(stage: StageOfRounds): string {
  const { compilerCpuPer1000: compilers, cpuPer1000Range } = stage;
  return [rangeText(stage, cpuPer1000Range), compilers === null ? '' : `compilers +${number(compilers)}`].filter(Boolean).join('; ');
}

/** @returns one row per number of users and target */
export function levelsTable(figures: Figures, scenario: string): Table {
  const { run } = figures;
  const groups = groupsOf(figures, scenario);
  const rows = levelsOf(run, scenario).flatMap((users) =>
    groups.flatMap(({ target, levels }) => levels.filter(({ vus }) => vus === users).map((level) => ({ ...level, target }))),
  );
  return tableOf(`${scenario}: by the number of users, all rounds together`, rows, [
    figureColumn('Users', '', ({ vus }) => count(vus)),
    targetColumn(run.catalogue.targets, stateText),
    figureColumn('Throughput', 'requests/s', ({ stage }) => number(stage.rps)),
    figureColumn('Failures', 'requests', ({ stage }) => count(stage.failures)),
    ...LATENCIES.map((name) => figureColumn(name, 'ms', ({ stage }: Level) => number(stage.latency[name]))),
    figureColumn('CPU', 'cores', ({ stage }) => fixed(stage.cpuCores, 2)),
    figureColumn('CPU/1,000', 's', ({ stage }) => number(stage.cpuPer1000)),
    figureColumn('Threads', 'max', ({ stage }) => count(stage.threadsMax)),
    figureColumn('In flight', 'max', ({ stage }) => count(stage.inFlightMax)),
    figureColumn('Generator', 'cores', ({ stage }) => fixed(stage.generatorCores, 2)),
    { head: 'Bottleneck', of: ({ stage }) => bottlenecksText(stage.bottlenecks) },
  ]);
}

/** @param bottlenecks of the slices, the most frequent first */
function bottlenecksText(bottlenecks: StageOfRounds['bottlenecks']) {
  if (bottlenecks.length < 2) return bottleneckInTwoWords(bottlenecks[0]?.kind ?? null) || '–';
  const of = sum(bottlenecks.map(({ slices }) => slices));
  return bottlenecks.map(({ kind, slices }) => `${bottleneckInTwoWords(kind)} (${slices} of ${of})`).join(', ');
}
