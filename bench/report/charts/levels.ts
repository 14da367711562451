import { groupsOf } from '../../analyse/findings/scopes.ts';
import { durationAxis, targetOf, type Plot } from './plot.ts';
import type { StageOfRounds as Stage, Figures } from '../../analyse/types.ts';

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
