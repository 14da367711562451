import { caveats, statements } from '../findings.js';
import { scenarioData } from '../charts/chart-data.js';
import { caveatItems, chart, escape, table } from '../html/parts.js';
import { document } from '../html/document.js';
import { targetsTable } from '../tables/figures.js';
import { runTitle } from './run-title.js';
import { conclusionsTable, figuresTable, tallyText } from './tables.js';

/**
 * @typedef {import('./tables.js').StudyResult} StudyResult
 * @typedef {import('./tables.js').MeasuredRun} MeasuredRun
 */

/**
 * One page that needs no other file.
 * @param {StudyResult[]} results one study, or all
 * @returns {string}
 */
export function studyPage(results) {
  const [{ study }] = results;
  const title = results.length === 1 ? `${study.id}: ${study.title}` : 'Studies, measured again';
  const links = results.map(({ study: { id, title: text } }) => `<a href="#study-${id}">${escape(id)}: ${escape(text)}</a>`);
  const data = results.flatMap((result) => result.runs.flatMap((run) => chartsOf(result, run)));
  const body = [
    `<header><h1>${escape(title)}</h1><p class="lead">${escape(tallyText(results))}</p></header>`,
    results.length > 1 ? `<nav aria-label="Contents">${links.join('')}</nav>` : '',
    ...results.map((result) => section(result, results.length > 1)),
  ];
  return document({ title, body, data });
}

/** @param {StudyResult} result @param {boolean} titled is it one of several? */
function section(result, titled) {
  const { study, runs } = result;
  const targets = Object.assign({}, ...runs.map(({ figures }) => figures.run.catalogue.targets));
  const numbers = figuresTable(result);
  return `<section id="study-${study.id}">${titled ? `<h2>${escape(study.id)}: ${escape(study.title)}</h2>` : ''}
${table(conclusionsTable(result), targets, 'matrix conclusions')}
<h3>The published experiment</h3><p class="conclusion">${escape(study.source)}</p>
<h3>What differs here</h3><ul class="statements">${study.adapted.map((sentence) => `<li>${escape(sentence)}</li>`).join('')}</ul>
${numbers ? table(numbers, targets, 'matrix numbers') : ''}
${runs.map((run) => runPart(result, run)).join('\n')}</section>`;
}

/** @param {StudyResult} result @param {MeasuredRun} measured */
function runPart(result, measured) {
  const { plan, figures } = measured;
  const { run } = figures;
  const refused = Object.values(run.refused).map((sentence) => `<p class="decided">Refused by the verification: ${escape(sentence)}.</p>`);
  return `<section><h3>${escape(plan.title)}</h3>
<p class="lead">${escape(runTitle(figures))}. <a href="${encodeURIComponent(run.id)}/report.html">Its report</a></p>
${refused.join('')}
<div class="caveats"><ul>${caveatItems(caveats(figures))}</ul></div>
${run.scenarios.map((scenario) => scenarioPart(result, measured, scenario)).join('\n')}</section>`;
}

/** @param {StudyResult} result @param {MeasuredRun} measured @param {string} scenario */
function scenarioPart(result, measured, scenario) {
  const { figures } = measured;
  const key = chartKey(result, measured, scenario);
  const items = statements(figures, scenario).map((sentence) => `<li>${escape(sentence)}</li>`);
  const drawn =
    figures.run.stages.length > 1
      ? chart('successesPerStage', key, `${scenario}: successes per stage`, 'requests that ended in the stage')
      : chart(
          'throughputOverTime',
          key,
          `${scenario}: throughput and threads over time`,
          'thick: successful requests/s; thin steps: platform threads',
        );
  return `${drawn}<ul class="statements">${items.join('')}</ul>${table(targetsTable(figures, scenario), figures.run.catalogue.targets, 'targets')}`;
}

/** @param {StudyResult} result @param {MeasuredRun} measured */
function chartsOf(result, measured) {
  const { figures } = measured;
  return figures.run.scenarios.map((name) => ({ ...scenarioData(figures, name), name: chartKey(result, measured, name) }));
}

/** The same scenario may be in several runs of a page. @param {StudyResult} result @param {MeasuredRun} measured @param {string} scenario */
function chartKey({ study }, { plan }, scenario) {
  return `${study.id} ${plan.name} ${scenario}`;
}
