/** A chart as plain data: made in Node from the figures, put into the page as JSON, and drawn there (options.ts). */
import { groupsOf } from '../../analyse/findings/scopes.ts';
import type { Target as Catalogued } from '../../record/catalogue.ts';
import type { Run } from '../../record/run.ts';
import type { StageOfRounds as Stage, Figures } from '../../analyse/types.ts';

/** How a target is drawn everywhere. */
export type Drawn = Pick<Catalogued, 'label' | 'colour' | 'symbol' | 'line'>;

export type Target = Drawn & { name: string };

export interface Plot {
  kind: string;
  /** its scenario, and what else tells it from others of its kind on the page */
  place: string;
  title: string;
  /** it is to be read */
  how: string;
  /** `lines`: a line for each target. `points`: figures joined by a line, each with its words; filled where something was shown, else hollow */
  style: 'lines' | 'points';
  /** in the order of the legend */
  targets: Target[];
  /** side by side, or on a phone below each other */
  panels: Panel[];
}

export interface Panel {
  x: Axis;
  y: Axis;
  series: Series[];
  level?: { value: number; name?: string };
}

export interface Axis {
  name?: string;
  unit?: string;
  isLog?: boolean;
  min?: number;
  max?: number;
  /** the only places with a label */
  ticks?: number[];
}

export type Series = { target: string; points: Point[] };

export interface Point {
  x: number;
  /** null where there is no figure */
  y: number | null;
  /** of its tooltip */
  words?: string;
  /** lower end of a line up and down */
  low?: number;
  high?: number;
  /** is that line the range of the rounds? Else it is an interval */
  isRange?: boolean;
  /** was nothing shown? Then it is hollow */
  isOpen?: boolean;
}

/** Durations get a logarithmic axis if the largest is at least so many times the smallest. */
const WIDE_RANGE = 20;

export function targetOf({ catalogue }: Pick<Run, 'catalogue'>, name: string, isDiscarded = false): Target {
  const look = lookOf(catalogue.targets[name]);
  return { name, ...look, label: isDiscarded ? `${look.label} (discarded)` : look.label };
}

export function lookOf({ label, colour, symbol, line }: Drawn): Drawn {
  return { label, colour, symbol, line };
}

/** @param values ms @returns from zero, or logarithmic where their range is wide */
export function durationAxis(name: string, values: (number | null)[]): Axis {
  const known = values.flatMap((ms) => ms || []);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0 || most < WIDE_RANGE * least) return { name, unit: 'ms' };
  return { name, unit: 'ms', isLog: true, min: 10 ** Math.floor(Math.log10(least)), max: 10 ** Math.ceil(Math.log10(most)) };
}

const PANELS: { name: string; unit: string; of: (stage: Stage) => number | null }[] = [
  { name: 'throughput', unit: 'requests/s', of: ({ rps }) => rps },
  { name: 'threads', unit: 'platform, max', of: ({ threadsMax }) => threadsMax },
  { name: 'p99', unit: 'ms', of: ({ latency }) => latency.p99 },
];

/** How each target gets to the number of users with which targets are compared. @returns null where one number of users was measured */
export function levelsPlot(figures: Figures, scenario: string): Plot | null {
  const groups = groupsOf(figures, scenario);
  const users = [...new Set(groups.flatMap(({ levels }) => levels.map(({ vus }) => vus)))];
  if (users.length < 2) return null;
  return {
    kind: 'levels',
    place: scenario,
    title: 'Over the number of users',
    how: 'of successful requests; below the most users each point is a single slice',
    style: 'lines',
    targets: groups.map(({ target, isDiscarded }) => targetOf(figures.run, target, isDiscarded)),
    panels: PANELS.map(({ name, unit, of }) => {
      const series = groups.map(({ target, levels }) => ({ target, points: levels.map(({ vus, stage }) => ({ x: vus, y: of(stage) })) }));
      const values = series.flatMap(({ points }) => points.map(({ y }) => y));
      return { x: { name: 'users', ticks: users }, y: unit === 'ms' ? durationAxis(name, values) : { name, unit }, series };
    }),
  };
}
