/** Where everything of a plot is: its columns and its axis. */
import type { VerdictRow } from '../verdicts/rows.ts';

/** Where the columns of a plot are, in its own units: those of a desktop page, of a phone and of a picture in a README. */
export interface Layout {
  name: string;
  width: number;
  font: number;
  row: number;
  /** height of a scenario's rows together */
  least: number;
  /** height of the column heads */
  head: number;
  /** height of the line above a scenario's rows; 0: its name is beside them */
  title: number;
  /** where the names of targets begin */
  target: number;
  nameWidth: number;
  plot: [from: number, to: number];
  /** where its text begins, or without intervals ends */
  ratio: number;
  /** are they in the text? */
  intervals: boolean;
  /** where it begins */
  bottleneck: number;
}

export const WIDE: Layout = {
  ...{ name: 'wide', width: 1160, font: 14, row: 20, least: 62, head: 42, title: 0 },
  ...{ target: 176, nameWidth: 150, plot: [340, 712], ratio: 738, intervals: true, bottleneck: 1020 },
};

export const NARROW: Layout = {
  ...{ name: 'narrow', width: 362, font: 12, row: 18, least: 0, head: 38, title: 20 },
  ...{ target: 0, nameWidth: 116, plot: [122, 216], ratio: 258, intervals: false, bottleneck: 265 },
};

export const PICTURE: Layout = {
  ...{ name: 'picture', width: 800, font: 13, row: 20, least: 60, head: 42, title: 0 },
  ...{ target: 128, nameWidth: 116, plot: [270, 492], ratio: 514, intervals: true, bottleneck: 680 },
};

/** Of a character, as a share of the size of the font, rather too much. */
export const CHARACTER = 0.53;
/** From the symbol's left edge to the name. */
export const BEFORE_NAME = 17;
/** Between what stands beside a scenario's rows and the names of its targets. */
export const BEFORE_TARGET = 8;
const MOST_OF_PLOT = 0.4;

/**
 * Texts that are longer than their column take room from the plot.
 * @param texts names of targets; lines beside a scenario's rows, where the layout has them there
 */
export function withRoomFor(layout: Layout, { names, beside }: { names: string[]; beside: string[] }): Layout {
  const { font, title, target, nameWidth, plot } = layout;
  const [from, to] = plot;
  const most = Math.floor((to - from) * MOST_OF_PLOT);
  const forLines = title > 0 ? 0 : Math.min(most, missing(beside, font, target - BEFORE_TARGET));
  const forNames = Math.min(most - forLines, missing(names, font, nameWidth - BEFORE_NAME));
  return { ...layout, target: target + forLines, nameWidth: nameWidth + forNames, plot: [from + forLines + forNames, to] };
}

/** @returns by so much the longest exceeds it */
function missing(texts: string[], font: number, room: number): number {
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  return Math.max(0, Math.ceil(longest * font * CHARACTER) - room);
}

/** Of ratios, logarithmic, so that twice and half are equally far from 1; `low` and `high` are its ends. */
export type Axis = { low: number; high: number; ticks: number[] };

/** Ratios that people count in. */
const TICKS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4];
/** However close the ratios are, it shows at least this much on either side of 1. */
const LEAST = 1.15;
/** What lies beyond is drawn as an arrow at the edge: one ratio of ×0.02 must not make all others look alike. */
const MOST = 4;
const MARGIN = 1.04;

export function axisOf(rows: VerdictRow[]): Axis {
  const drawn = rows.flatMap(({ ratio, low, high, rangeOfRounds }) => {
    const ends = low !== null && high !== null ? [low, high] : (rangeOfRounds ?? []);
    return ratio === null ? [] : [ratio, ...ends];
  });
  const near = drawn.filter((ratio) => ratio >= 1 / MOST && ratio <= MOST);
  const low = Math.min(1 / LEAST, ...near) / MARGIN;
  const high = Math.max(LEAST, ...near) * MARGIN;
  return { low, high, ticks: TICKS.filter((tick) => tick >= low && tick <= high) };
}

/** @returns 0 at its lower end, 1 at its upper; what lies beyond is at the end */
export function placeOf({ low, high }: Axis, ratio: number): number {
  const place = Math.log(ratio / low) / Math.log(high / low);
  return Math.min(1, Math.max(0, place));
}

/** Those that do not touch: outwards from ×1, each at a distance from the one before. @param least distance, as a share of the axis */
export function spacedTicks(axis: Axis, least: number): number[] {
  const outwards = (side: number[]) => {
    let last = placeOf(axis, 1);
    return side.filter((tick) => {
      const isFar = Math.abs(placeOf(axis, tick) - last) >= least;
      if (isFar) last = placeOf(axis, tick);
      return isFar;
    });
  };
  const below = axis.ticks.filter((tick) => tick < 1).reverse();
  const above = axis.ticks.filter((tick) => tick > 1);
  return [...outwards(below).reverse(), 1, ...outwards(above)];
}
