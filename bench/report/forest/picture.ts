/** report.svg: the plot for READMEs and slides, with what was measured in it. It asks for nothing, has no ids and shows itself light or dark as its viewer is. */
import { escape } from '../html/template.ts';
import { wrapped } from '../../util/text.ts';
import { runAnswer } from '../verdicts/document.ts';
import { HOW_TO_READ } from '../words/ratios/top.ts';
import { imprint } from '../tables/facts.ts';
import { forestStyle } from '../html/document.ts';
import { forest, text, type Drawing } from './svg.ts';
import { PICTURE } from './layout.ts';
import { viewOf } from './view.ts';
import type { Figures } from '../../analyse/types.ts';

const MARGIN = 16;
/** Width of a character as a share of the size of the font, rather too much: the viewer's font is not known. */
const CHARACTER: Record<string, number> = { strong: 0.64, faint: 0.57 };
const COLOURS = `svg.picture{--background:#ffffff;--text:#1b1f24;--faint:#59636e;--grid:#dfe3e8;--undecided:#7a838d}
@media(prefers-color-scheme:dark){svg.picture{--background:#14171b;--text:#e6e9ed;--faint:#9aa4af;--grid:#323942;--undecided:#8a949f}}
svg.picture .ground{fill:var(--background)}`;

export function picture(figures: Figures): string {
  const { run } = figures;
  const answer = runAnswer(figures) ?? `${run.calibrates} against itself: what differs here is noise.`;
  const heading = lines(answer, { y: 22, kind: 'strong', font: 16, step: 21 });
  const plot = forest(viewOf(figures, 'throughput'), PICTURE, heading.height + 12);
  const print = lines(`${imprint(run)}. ${HOW_TO_READ}`, { y: plot.height + 16, kind: 'faint', font: 11, step: 15 });
  const [width, height] = [PICTURE.width + 2 * MARGIN, print.height + 6];
  return `<svg xmlns="http://www.w3.org/2000/svg" class="forest picture" width="${width}" height="${height + MARGIN}" viewBox="${-MARGIN} ${-MARGIN / 2} ${width} ${height + MARGIN}" role="img" aria-label="${escape(answer)}"><style>${COLOURS}
${forestStyle()}</style><rect class="ground" x="${-MARGIN}" y="${-MARGIN / 2}" width="${width}" height="${height + MARGIN}"/>${heading.svg}${plot.svg}${print.svg}</svg>\n`;
}

/** SVG breaks no lines by itself. @param place of the first line */
function lines(words: string, { y, kind, font, step }: { y: number; kind: string; font: number; step: number }): Drawing {
  const most = Math.floor(PICTURE.width / (font * CHARACTER[kind]));
  const broken = wrapped(words, most);
  const drawn = broken.map((line, index) => text(line, { x: 0, y: y + index * step, kind }));
  return { svg: `<g font-size="${font}">${drawn.join('')}</g>`, height: y + (broken.length - 1) * step };
}
