/** Where the columns of a plot are, in its own units: those of a desktop page, of a phone and of a picture in a README. */
export interface Layout {
  name: string;
  width: number;
  /** size */
  font: number;
  /** height */
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
