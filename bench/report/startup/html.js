import { startMeans } from '../../analyse/startup.js';
import { plural } from '../../util/text.js';
import { document } from '../html/document.js';
import { table } from '../html/parts.js';
import { html } from '../html/template.js';
import { START_FIGURES, meanText, startRatioText, startVerdictText, startupAnswer, startupHow } from '../words/variants/startup.js';
import { startPlot } from './plot.js';

/**
 * @typedef {import('../../record/startup/record.js').StartupRecord} StartupRecord
 * @typedef {import('../../analyse/startup.js').StartFigure} StartFigure
 * @typedef {import('../../analyse/startup.js').StartMean} StartMean
 */

const FIGURES = /** @type {StartFigure[]} */ (Object.keys(START_FIGURES));

/** One page that needs no other file and no script. @param {StartupRecord} record @returns {string} */
export function startupPage(record) {
  const { id, targets, catalogue } = record;
  return document({
    title: id,
    heading: `Start-up of ${plural(targets.length, 'target')}`,
    answer: startupAnswer(startMeans(record, 'answerSeconds'), catalogue.targets),
    lead: imprint(record),
    intro: html`<p class="how">${startupHow(record)}</p>`,
    sections: FIGURES.map((figure) => ({ figure, means: startMeans(record, figure) }))
      .filter(({ means }) => means.length > 0)
      .map(({ figure, means }) => section(record, figure, means)),
    footer: html`This page was made only from startup.json beside it, which has every start.`,
  });
}

/** @param {StartupRecord} record */
function imprint({ id, machine, limits, versions, commit, startedAt, endedAt }) {
  const parts = [
    `${machine.cpuModel}, ${plural(machine.cores, 'core')}`,
    `${limits.targetCpus} CPU per target`,
    versions.springBoot && `Spring Boot ${versions.springBoot}`,
    versions.java && `Java ${versions.java}`,
    limits.heapMb && `heap ${limits.heapMb} MiB, ${limits.collector}`,
    `commit ${String(commit).slice(0, 12)}`,
    startedAt.slice(0, 10),
    id,
    endedAt === null && 'not finished',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @param {StartupRecord} record @param {StartFigure} figure @param {StartMean[]} means of it @returns {import('../html/document.js').Section} */
function section({ catalogue: { targets } }, figure, means) {
  const { name, definition, unit } = START_FIGURES[figure];
  const rows = means.map(({ target, starts, comparison, ...found }) => [
    { text: targets[target].label, target },
    { text: meanText(figure, found) },
    { text: comparison ? startRatioText(comparison) : '–' },
    comparison
      ? { text: startVerdictText(figure, comparison, starts), decided: comparison.verdict === 'less' || comparison.verdict === 'more' }
      : { text: 'baseline' },
    { text: String(starts) },
  ]);
  const columns = [
    { head: 'Target', rowHead: true },
    { head: 'Mean' },
    { head: 'Ratio' },
    { head: 'Verdict' },
    { head: 'Starts', numeric: true },
  ];
  const content = html`<p class="lead">${definition}</p>
${startPlot(means, START_FIGURES[figure], targets)}
${table({ caption: `${name}, ${unit}`, columns, rows }, targets)}`;
  return { id: figure, title: name, content };
}
