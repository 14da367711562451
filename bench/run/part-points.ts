/** Writes a finished part as points to InfluxDB, one for each of its targets, for the dashboard that compares targets. */
import { pooledStage } from '../analyse/group/group.ts';
import { pointLine, publishPoint, quoted, type Fields, type Influx } from '../collect/influx.ts';
import { comparedVus, type Run } from '../record/run.ts';
import { discardText } from '../report/words/discarded.ts';
import { present, sum } from '../util/math.ts';
import type { PartFigures, SliceFigures } from '../analyse/types.ts';
import type { MeasuredPart } from '../record/part.ts';

/** @returns fulfilled also if InfluxDB refuses them: no figure of the report needs these points */
export async function publishPart(influx: Influx, run: Run, part: PartFigures): Promise<void> {
  const lines = partLines(run, part);
  if (lines.length > 0) await publishPoint(influx, lines.join('\n'));
}

/** @returns line protocol, in milliseconds: of each target the slices at which targets are compared; none of a part without figures */
export function partLines(run: Run, { part, slices }: PartFigures): string[] {
  if (part === null) return [];
  const compared = slices.filter(({ scenario, stage }) => stage.vus === comparedVus(run, scenario));
  const byTarget = Map.groupBy(compared, ({ target }) => target);
  return [...byTarget].map(([target, own]) => {
    const { scenario, round } = own[0];
    return pointLine('cell', { run: run.id, target, scenario, round: String(round) }, fieldsOf(own, part), part.startMs);
  });
}

/** @param slices of one target @returns those of the valid slices; without any those of the discarded ones, with why they are discarded */
function fieldsOf(slices: SliceFigures[], { startMs, endMs }: Pick<MeasuredPart, 'startMs' | 'endMs'>): Fields {
  const valid = slices.filter(({ discardedFor }) => discardedFor.length === 0);
  const good = valid.length > 0 ? valid : slices;
  const stage = pooledStage(good);
  const { plateauSeconds, plateauSuccesses, cpuPer1000, threadsMax, heapMaxBytes } = stage;
  const failures = good.flatMap((slice) => [slice.stage.failures, slice.afterSlice?.failures ?? null]);
  return {
    ...{ startMs, endMs, plateauSeconds, plateauSuccesses },
    // Not known if one is missing.
    failures: failures.includes(null) ? null : sum(present(failures)),
    p99Ms: stage.latency.p99,
    cpuSeconds: cpuPer1000 === null || plateauSuccesses === null ? null : (cpuPer1000 * plateauSuccesses) / 1000,
    ...{ threadsMax, heapMaxBytes },
    discarded: quoted([...new Set(good.flatMap(({ discardedFor }) => discardedFor.map(discardText)))].join('; ')),
  };
}
