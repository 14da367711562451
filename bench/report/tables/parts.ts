/** How each part of a run was measured; what each target was before its first load, and until it was warm. */
import { targetsIn, type Part, type RecordedWarmUp } from '../../record/part.ts';
import { present, sum, mean } from '../../util/math.ts';
import { count, number, mebibytes, fromTo } from '../../util/text.ts';
import { namesOf } from '../words/names.ts';
import { figureColumn, tableOf, targetColumn, type Table, type Cell } from './table.ts';
import type { Figures, PartFigures, SliceFigures } from '../../analyse/types.ts';

export function partsTable({ run, parts }: Pick<Figures, 'run' | 'parts'>): Table {
  const names = namesOf(run);
  return tableOf('A scenario in a round is one measurement; in the order of execution', parts, [
    figureColumn('Order', '', ({ planned }) => count(planned.order)),
    { head: 'Measurement', rowHead: true, of: ({ planned }) => names.where({ ...planned, target: onlyTarget(planned) }) },
    { head: 'State', of: ({ state }) => state },
    figureColumn('Blocks', '', ({ planned: { blocks, attempt } }) => ({
      ...{ text: count(blocks.length), note: attempt > 1 ? 'measured again' : '' },
    })),
    figureColumn('Discarded', 'slices', ({ slices }) =>
      ofSlices(slices, () => `${slices.filter(({ discardedFor }) => discardedFor.length > 0).length} of ${slices.length}`),
    ),
    figureColumn('Requests', '', ({ slices }) => ofSlices(slices, () => count(sum(slices.map(({ counts }) => counts.k6))))),
    figureColumn('Unanswered', 'iterations', ({ part }) => count(part?.k6?.interrupted)),
    {
      head: 'k6, http.hlog, InfluxDB',
      unit: 'counts',
      of: ({ slices }) => ofSlices(slices, () => (slices.every(agrees) ? 'equal' : 'differ')),
    },
    figureColumn('Scrapes', 'of expected', ({ slices }) =>
      ofSlices(slices, () => `${sum(slices.map(({ scrapes }) => scrapes.ok))} of ${sum(slices.map(({ scrapes }) => scrapes.expected))}`),
    ),
    { head: 'Warm-ups', of: ({ part }) => warmUpsText(part?.warmups ?? {}) },
    { head: 'JVM restarted before', of: ({ part }) => restartsText(part?.jvms ?? {}) },
    {
      head: 'Why failed or in doubt',
      of: ({ reason, part, missing }) => [reason, ...failedChecks(part), ...missing].filter(Boolean).join('; '),
    },
  ]);
}

function ofSlices(slices: SliceFigures[], text: () => string): string {
  return slices.length > 0 ? text() : '–';
}

function agrees({ counts }: SliceFigures): boolean {
  return new Set(present(Object.values(counts))).size < 2;
}

/** @returns of a scenario whose targets are measured alone */
function onlyTarget({ blocks }: PartFigures['planned']): string | undefined {
  const [target, ...others] = targetsIn(blocks);
  return others.length > 0 ? undefined : target;
}

function failedChecks(part: Part | null) {
  return (part?.checks ?? []).filter(({ ok }) => !ok).map(({ name, detail }) => `${name} (${detail})`);
}

/** @returns '4: 24.0 to 40.0 s, never steady: mvc' */
function warmUpsText(warmups: Part['warmups']): string {
  const made = Object.entries(warmups);
  if (made.length === 0) return '';
  const unsteady = made.flatMap(([target, { steady }]) => (steady ? [] : [target]));
  const never = unsteady.length > 0 ? `, never steady: ${unsteady.join(', ')}` : '';
  const seconds = made.map(([, warmup]) => warmup.seconds);
  return `${made.length}: ${fromTo(seconds, number)} s${never}`;
}

function restartsText(jvms: Part['jvms']) {
  return Object.entries(jvms)
    .flatMap(([target, { restartedBefore }]) => (restartedBefore === null ? [] : [`${target}: ${restartedBefore}`]))
    .join('; ');
}

type UntilWarm = NonNullable<RecordedWarmUp['untilWarm']>;

/** @returns one row per target; null where no start was looked at, as in older runs */
export function startsTable(figures: Figures): Table | null {
  const starts = figures.run.targets.map((target) => ({ target, ...startsOf(figures, target) }));
  if (starts.every(({ readySeconds, restRssBytes, warm }) => readySeconds.length + restRssBytes.length + warm.length === 0)) return null;
  const { targets } = figures.run.catalogue;
  return tableOf('Start-up, memory at rest, and what a JVM took until it was warm', starts, [
    targetColumn(targets),
    figureColumn('Start-up', 's', ({ readySeconds }) => ofAll(readySeconds, number)),
    figureColumn('RSS at rest', 'MiB', ({ restRssBytes }) => ofAll(restRssBytes, mebibytes)),
    figureColumn('Warm after', 's of load', ({ warm, warmedUp, cold }) => {
      const cell = ofWarm(warm, 'seconds', number);
      return cold > 0 ? { ...cell, note: `${cold} of ${warmedUp} JVMs never` } : cell;
    }),
    figureColumn('Warm after', 'requests', ({ warm }) => ofWarm(warm, 'requests', count)),
    figureColumn('Warm after', 's of CPU', ({ warm }) => ofWarm(warm, 'cpuSeconds', number)),
    figureColumn('JVMs', '', ({ jvms }) => String(jvms)),
  ]);
}

function startsOf({ parts }: Figures, target: string) {
  const uses = parts.flatMap(({ part }) => (part?.jvms[target] ? [{ jvm: part.jvms[target], warmup: part.warmups[target] }] : []));
  const jvms = [...new Map(uses.map(({ jvm }) => [jvm.startedMs, jvm])).values()];
  const warmUps = [...Map.groupBy(uses, ({ jvm }) => jvm.startedMs).values()].map((own) => present(own.map(({ warmup }) => warmup)));
  const warmedUp = warmUps.filter(({ length }) => length > 0);
  return {
    jvms: jvms.length,
    warmedUp: warmedUp.length,
    cold: warmedUp.filter((own) => own.some(({ steady }) => !steady)).length,
    warm: present(warmedUp.map(untilAllWarm)),
    readySeconds: present(jvms.map(({ readySeconds }) => readySeconds)),
    restRssBytes: present(jvms.map(({ restRssBytes }) => restRssBytes)),
  };
}

/** @param warmUps of one JVM, for one scenario after the other
 * @returns their sum; null where it did not become warm in each, or that was not recorded */
function untilAllWarm(warmUps: RecordedWarmUp[]): UntilWarm | null {
  const known = present(warmUps.map(({ untilWarm }) => untilWarm));
  if (known.length < warmUps.length) return null;
  const cpuSeconds = present(known.map((own) => own.cpuSeconds));
  return {
    seconds: sum(known.map(({ seconds }) => seconds)),
    requests: sum(known.map(({ requests }) => requests)),
    cpuSeconds: cpuSeconds.length < known.length ? null : sum(cpuSeconds),
  };
}

function ofWarm(warm: UntilWarm[], figure: keyof UntilWarm, text: (value: number | null) => string) {
  return ofAll(present(warm.map((each) => each[figure])), text);
}

/** @returns mean, and range where there are several */
function ofAll(values: number[], text: (value: number | null) => string): Cell {
  if (values.length === 0) return { text: text(null) };
  const note = values.length > 1 ? `${text(Math.min(...values))} to ${text(Math.max(...values))}` : '';
  return { text: text(mean(values)), note };
}
