import { startMeans } from '../../analyse/startup.js';
import { plural } from '../../util/text.js';
import { pageStyle } from '../html/inline.js';
import { pageOf } from '../html/document.js';
import { escape, table } from '../html/parts.js';
import { START_FIGURES, meanText, startRatioText, startVerdictText, startupAnswer, startupHow } from '../words/variants/startup.js';
import { startPlot } from './plot.js';

/** @typedef {import('../../record/startup/record.js').StartupRecord} StartupRecord */
/** @typedef {import('../../analyse/startup.js').StartFigure} StartFigure */
/** @typedef {import('../../analyse/startup.js').StartMean} StartMean */

const FIGURES = /** @type {StartFigure[]} */ (Object.keys(START_FIGURES));

/**
 * One page that needs no other file and no script.
 * @param {StartupRecord} record
 * @returns {string}
 */
export function startupPage(record) {
  const { id, targets, machine, limits, versions, commit, startedAt, endedAt } = record;
  const where = [
    `${machine.cpuModel}, ${plural(machine.cores, 'core')}`,
    `${limits.targetCpus} CPU per target`,
    versions.springBoot && `Spring Boot ${versions.springBoot}`,
    versions.java && `Java ${versions.java}`,
    limits.heapMb && `heap ${limits.heapMb} MiB, ${limits.collector}`,
    `commit ${String(commit).slice(0, 12)}`,
    startedAt.slice(0, 10),
  ];
  const means = /** @type {Record<StartFigure, StartMean[]>} */ (
    Object.fromEntries(FIGURES.map((figure) => [figure, startMeans(record, figure)]))
  );
  const answer = startupAnswer(means.answerSeconds, record.catalogue.targets);
  const body = [
    '<main>',
    `<header><h1>Start-up of ${plural(targets.length, 'target')}</h1>${answer === null ? '' : `<p class="answer">${escape(answer)}</p>`}<p class="lead imprint">${escape(where.filter(Boolean).join(' · '))} · ${escape(id)}${endedAt === null ? ' · not finished' : ''}</p></header>`,
    `<p class="how">${escape(startupHow(record))}</p>`,
    ...FIGURES.map((figure) => section(record, figure, means[figure])),
    '</main>',
    '<footer>This page was made only from startup.json beside it, which has every start.</footer>',
  ];
  return pageOf({ title: id, body, style: pageStyle(), scripts: [] });
}

/** @param {StartupRecord} record @param {StartFigure} figure @param {StartMean[]} means of it @returns {string} '' where no target has it */
function section({ catalogue }, figure, means) {
  if (means.length === 0) return '';
  const { name, definition, unit, scale } = START_FIGURES[figure];
  const rows = means.map(({ target, starts, comparison, ...found }) => [
    { text: catalogue.targets[target].label, target },
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
  return `<section id="${figure}"><h2>${escape(name)}</h2><p class="lead">${escape(definition)}</p>
${startPlot(means, { name, unit, scale, text: START_FIGURES[figure].text }, catalogue.targets)}
${table({ caption: `${name}, ${unit}`, columns, rows }, catalogue.targets)}</section>`;
}
