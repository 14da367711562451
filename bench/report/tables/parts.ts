/** How each part of a run was measured. */
import { targetsIn, type Part } from '../../record/part.ts';
import { present, sum } from '../../util/math.ts';
import { count, number } from '../../util/text.ts';
import { namesOf } from '../words/names.ts';
import { figureColumn, tableOf, type Table } from './table.ts';
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
  const seconds = made.map(([, warmup]) => warmup.seconds);
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map(number);
  const unsteady = made.flatMap(([target, { steady }]) => (steady ? [] : [target]));
  const never = unsteady.length > 0 ? `, never steady: ${unsteady.join(', ')}` : '';
  return `${made.length}: ${least === most ? least : `${least} to ${most}`} s${never}`;
}

function restartsText(jvms: Part['jvms']) {
  return Object.entries(jvms)
    .flatMap(([target, { restartedBefore }]) => (restartedBefore === null ? [] : [`${target}: ${restartedBefore}`]))
    .join('; ');
}
