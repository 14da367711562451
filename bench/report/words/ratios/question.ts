import { list, plural } from '../../../util/text.ts';
import { valuesText } from '../variants/sweep.ts';
import type { Run } from '../../../record/run.ts';

/** A run whose targets are all among these asks that; the first one that fits. */
const QUESTIONS = {
  'Platform threads or virtual threads?': ['mvc', 'mvc-vt'],
  'Platform threads, virtual threads or WebFlux?': ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'],
  'JDBC or R2DBC?': ['mvc', 'mvc-r2dbc', 'webflux-jdbc', 'webflux-r2dbc', 'webflux-jdbc-vt'],
  'JPA or JdbcClient?': ['mvc', 'mvc-vt', 'mvc-jpa', 'mvc-jpa-vt', 'webflux-jpa'],
  'Tomcat or Jetty?': ['mvc', 'mvc-vt', 'mvc-jetty', 'mvc-jetty-vt'],
  'Several calls at once: which stack?': [
    ...['mvc', 'mvc-vt', 'mvc-futures', 'mvc-vt-scope'],
    ...['webflux-jdbc', 'webflux-r2dbc', 'webflux-coroutines'],
  ],
};

/** @param targets at least one @returns a question; how many stacks there are, where nobody has put one */
export function questionOf(targets: string[]): string {
  const found = Object.entries(QUESTIONS).find(([, known]) => targets.every((target) => known.includes(target)));
  return targets.length > 1 && found ? found[0] : `${plural(targets.length, 'Spring stack')} under load`;
}

export function headingOf({ targets, calibrates, sweep, catalogue }: Pick<Run, 'targets' | 'calibrates' | 'sweep' | 'catalogue'>): string {
  if (sweep) return `${list(sweep.targets)} with ${valuesText(sweep)}`;
  if (catalogue.own) return `${plural(targets.length, 'variant')} of a service under load`;
  return calibrates ? `${calibrates} against itself` : questionOf(targets);
}
