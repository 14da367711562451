/** What a run asks. */
import { list, plural } from '../../../util/text.js';
import { valuesText } from '../variants/sweep.js';

/** A run whose targets are all among these asks that; the first one that fits. @type {[question: string, targets: string[]][]} */
const QUESTIONS = [
  ['Platform threads or virtual threads?', ['mvc', 'mvc-vt']],
  ['Platform threads, virtual threads or WebFlux?', ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc']],
  ['JDBC or R2DBC?', ['mvc', 'mvc-r2dbc', 'webflux-jdbc', 'webflux-r2dbc', 'webflux-jdbc-vt']],
  ['JPA or JdbcClient?', ['mvc', 'mvc-vt', 'mvc-jpa', 'mvc-jpa-vt', 'webflux-jpa']],
  ['Tomcat or Jetty?', ['mvc', 'mvc-vt', 'mvc-jetty', 'mvc-jetty-vt']],
  [
    'Several calls at once: which stack?',
    ['mvc', 'mvc-vt', 'mvc-futures', 'mvc-vt-scope', 'webflux-jdbc', 'webflux-r2dbc', 'webflux-coroutines'],
  ],
];

/** @param {string[]} targets at least one @returns {string} a question; how many stacks there are, where nobody has put one */
export function questionOf(targets) {
  const found = QUESTIONS.find(([, known]) => targets.every((target) => known.includes(target)));
  return targets.length > 1 && found ? found[0] : `${plural(targets.length, 'Spring stack')} under load`;
}

/** @param {Pick<import('../../../record/run.js').Run, 'targets' | 'calibrates' | 'sweep' | 'catalogue'>} run @returns {string} the heading of its report */
export function headingOf({ targets, calibrates, sweep, catalogue }) {
  if (sweep) return `${list(sweep.targets)} with ${valuesText(sweep)}`;
  if (catalogue.own) return `${plural(targets.length, 'variant')} of a service under load`;
  return calibrates ? `${calibrates} against itself` : questionOf(targets);
}
