/** What the plot shows, and can be switched to: the rows of every baseline. */
import { againstBaseline } from '../../analyse/index.ts';
import { lookOf, type Drawn } from '../charts/plot.ts';
import { verdictRows, type VerdictRow } from '../verdicts/rows.ts';
import type { ComparedMetric } from '../words/ratios/metrics.ts';
import type { View } from './svg.ts';
import type { Figures } from '../../analyse/types.ts';

export interface Choices {
  /** of the page as it comes */
  baseline: string;
  scenarios: string[];
  /** by name, in their order */
  targets: Record<string, Drawn>;
  rows: Packed;
}

/** rows by columns; a text is its place in `texts`, which makes those of a run with many targets a third as large */
type Packed = { field: string; texts?: unknown[]; values: unknown[] }[];

export function choices(figures: Figures): Choices {
  const { run, baseline } = figures;
  return {
    baseline,
    scenarios: run.scenarios,
    targets: targetsOf(run),
    rows: packed(run.targets.flatMap((each) => verdictRows(againstBaseline(figures, each)))),
  };
}

/** @returns the rows of a metric against the run's baseline */
export function viewOf(figures: Figures, metric: ComparedMetric): View {
  const { run, baseline } = figures;
  return { rows: verdictRows(figures, metric), metric, baseline, targets: targetsOf(run) };
}

function targetsOf({ targets, catalogue }: Pick<Figures['run'], 'targets' | 'catalogue'>): Record<string, Drawn> {
  return Object.fromEntries(targets.map((name) => [name, lookOf(catalogue.targets[name])]));
}

function packed(rows: VerdictRow[]): Packed {
  const entries = rows.map((row) => Object.entries(row).filter(([field]) => field !== 'unit'));
  return (entries[0] ?? []).map(([field], column) => {
    const values = entries.map((each) => shortened(each[column][1]));
    const texts = [...new Set(values)];
    return typeof values.find((value) => value !== null) === 'string'
      ? { field, texts, values: values.map((value) => texts.indexOf(value)) }
      : { field, values };
  });
}

/** Six digits are enough for a page. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened);
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
