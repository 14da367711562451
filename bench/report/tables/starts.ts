/** What each target was before its first load, and what it took until it was warm. That belongs to no scenario, so this is a table of the run. */
import { mean, present, sum } from '../../util/math.ts';
import { count, mebibytes, number } from '../../util/text.ts';
import { figureColumn, tableOf, type Table, type Cell } from './table.ts';
import type { RecordedWarmUp } from '../../record/part.ts';
import type { Figures } from '../../analyse/types.ts';

type UntilWarm = NonNullable<RecordedWarmUp['untilWarm']>;

/** @returns one row per target; null where no start was looked at, as in older runs */
export function startsTable(figures: Figures): Table | null {
  const starts = figures.run.targets.map((target) => ({ target, ...startsOf(figures, target) }));
  if (starts.every(({ readySeconds, restRssBytes, warm }) => readySeconds.length + restRssBytes.length + warm.length === 0)) return null;
  const { targets } = figures.run.catalogue;
  return tableOf('Start-up, memory at rest, and what a JVM took until it was warm', starts, [
    { head: 'Target', rowHead: true, of: ({ target }) => ({ text: targets[target].label, target }) },
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

/**
 * @param warmUps of one JVM, for one scenario after the other
 * @returns their sum; null where it did not become warm in each, or that was not recorded
 */
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
