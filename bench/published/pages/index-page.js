/** published/index.html: all published runs, the newest of each comparison first. */
import { escape } from '../../report/html/parts.js';
import { COMPARED_METRICS, METRIC_WORDS } from '../../report/words/ratios/metrics.js';
import { plural } from '../../util/text.js';
import { document } from './document.js';
import { histories } from './history.js';
import { ratioHtml } from './ratio.js';
import { differentSettings, jdkText, machineClasses, machineText, newestOfEach } from './results.js';

/**
 * @typedef {import('./results.js').Result} Result
 * @typedef {import('./results.js').MachineClass} MachineClass
 */

/** @param {Result[]} results @returns {string} HTML */
export function indexPage(results) {
  const classes = machineClasses(results);
  return document({
    title: 'published results',
    hasFilters: true,
    body: [
      `<header><h1>stackbench: published results</h1>
<p class="answer">${escape(headline(results, classes))}</p>
<p class="lead">Each table has the ratios of one run to its baseline, with their 95 % intervals. Coloured: a difference was shown. Grey: none was shown. Every figure can be recomputed from the run's folder: <code>make check-submission DIR=published/&lt;run&gt;</code>.</p></header>`,
      results.length > 0 ? chips(results) : '',
      `<main>${classes.map(machineSection).join('\n')}</main>`,
    ],
  });
}

/** @param {Result[]} results @param {MachineClass[]} classes */
function headline(results, classes) {
  if (results.length === 0) return 'No run is published yet.';
  return `${plural(results.length, 'run')} on ${plural(classes.length, 'machine class', 'machine classes')}`;
}

/** @param {Result[]} results */
function chips(results) {
  const labels = new Map(results.flatMap(({ targets }) => targets.map(({ name, label }) => [name, label])));
  const compared = new Set(results.flatMap(({ verdicts }) => verdicts.map(({ target }) => target)));
  const groups = [
    group('scenario', 'Scenario', values(results.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))),
    group(
      'target',
      'Target',
      [...labels].filter(([name]) => compared.has(name)),
    ),
    group('machine', 'Machine', values(machineClasses(results).map(({ machine }) => machine))),
    group('engine', 'Engine', values(results.map(({ engine }) => engine))),
    group('jdk', 'JDK', values(results.map(jdkText))),
  ];
  const metrics = COMPARED_METRICS.map((metric) => chip('metric', metric, METRIC_WORDS[metric].name, metric === 'throughput'));
  return `<section class="filters" id="filters" aria-label="What is shown" hidden>
<div role="group" aria-label="Metric"><span class="name">Metric</span>${metrics.join('')}</div>
<details id="more"><summary>Filters</summary>${groups.join('\n')}</details>
<p class="shown"><span id="shown" role="status"></span> <button type="button" id="reset" hidden>show all</button></p></section>`;
}

/** @param {string[]} all @returns {[value: string, label: string][]} each once */
function values(all) {
  return [...new Set(all)].map((value) => [value, value]);
}

/** One value alone is no choice. @param {string} filter @param {string} title @param {[value: string, label: string][]} all */
function group(filter, title, all) {
  if (all.length < 2) return '';
  return `<div role="group" aria-label="${title}"><span class="name">${title}</span>${all.map(([value, label]) => chip(filter, value, label, false)).join('')}</div>`;
}

/** @param {string} filter @param {string} value @param {string} label @param {boolean} pressed */
function chip(filter, value, label, pressed) {
  return `<button type="button" class="chip" data-filter="${filter}" data-value="${escape(value)}" aria-pressed="${pressed}">${escape(label)}</button>`;
}

/** @param {MachineClass} machineClass */
function machineSection({ machine, results }) {
  const { newest, earlier } = newestOfEach(results);
  const older =
    earlier.length > 0
      ? `<details class="earlier"><summary>${plural(earlier.length, 'earlier run')}</summary>${earlier.map(runArticle).join('\n')}</details>`
      : '';
  return `<section class="machine" data-machine="${escape(machine)}"><h2>${escape(machine)}</h2>
${newest.map(runArticle).join('\n')}
${histories(results)}
${older}</section>`;
}

/** @param {Result} result */
function runArticle(result) {
  const { run, startedAt, engine, answer, targets, baseline, scenarios } = result;
  const others = targets.filter(({ name }) => name !== baseline);
  const against = targets.find(({ name }) => name === baseline)?.label ?? baseline;
  const heads = others.map(({ name, label }) => `<th scope="col" data-target="${escape(name)}">${escape(label)}</th>`);
  const rows = scenarios.map(({ name, does }) => scenarioRow(result, name, does, others));
  return `<article id="${escape(run)}" data-machine="${escape(machineText(result))}" data-engine="${escape(engine)}" data-jdk="${escape(jdkText(result))}">
<h3><a href="${escape(encodeURIComponent(run))}/index.html">${escape(startedAt.slice(0, 10))}</a> <span class="about">${escape(about(result))}</span></h3>
${answer ? `<p>${escape(answer)}</p>` : ''}
<div class="scroll" tabindex="0" role="region" aria-label="Ratios of ${escape(run)}"><table class="ratios"><caption>${COMPARED_METRICS.map((metric) => `<span data-metric="${metric}">${METRIC_WORDS[metric].name}</span>`).join('')} against ${escape(against)}</caption>
<thead><tr><th scope="col">Scenario</th>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
<p class="doubts">${escape(doubts(result))}</p></article>`;
}

/** @param {Result} result */
function about(result) {
  const { engine, profile, rounds, versions } = result;
  const { jdk, springBoot, stackbench } = versions;
  const parts = [engine === 'docker' ? 'containers' : engine, profile, plural(rounds, 'round'), ...differentSettings(result)];
  return [...parts, `JDK ${jdk}`, `Spring Boot ${springBoot}`, `stackbench ${stackbench?.slice(0, 7)}`].join(' · ');
}

/** @param {Result} result @param {string} scenario @param {string} does @param {Result['targets']} others */
function scenarioRow({ verdicts }, scenario, does, others) {
  const cells = others.map(({ name }) => {
    const own = verdicts.filter((row) => row.scenario === scenario && row.target === name);
    return `<td data-target="${escape(name)}">${own.map(ratioHtml).join('')}</td>`;
  });
  return `<tr data-scenario="${escape(scenario)}"><th scope="row" title="${escape(does)}">${escape(scenario)}</th>${cells.join('')}</tr>`;
}

/** @param {Result} result */
function doubts({ doubts: number, voidCells, voidSlices }) {
  const voids = voidCells + voidSlices === 0 ? 'nothing void' : `${plural(voidCells, 'void cell')}, ${plural(voidSlices, 'void slice')}`;
  return `${plural(number, 'doubt')}, ${voids}`;
}
