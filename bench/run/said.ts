/** What a run says on the terminal: before its first part, between two rounds, and at its end. */
import path from 'node:path';
import { capabilitiesOf } from '../engines/engines.ts';
import { secondsOfProfiles } from '../measure/cpu/index.ts';
import { roughly } from '../measure/progress.ts';
import { CALIBRATION_MINUTES } from '../plan/calibration.ts';
import { unfitPairs } from '../plan/pairs.ts';
import { budgetLeft, endingOf } from '../record/ending.ts';
import { writeReport } from '../report/index.ts';
import { lastLines, verdictLines } from '../report/last-lines.ts';
import { continuationText, outlookText, soFarText } from '../report/words/ratios/outlook.ts';
import { messageOf } from '../util/errors.ts';
import { sum } from '../util/math.ts';
import { percent, plural } from '../util/text.ts';
import { continuationOf, outlookOf } from './rounds.ts';
import type { Figures } from '../analyse/types.ts';
import type { PlannedRun } from '../record/run.ts';
import type { Command } from '../setup/command.ts';

const DAY_MS = 86_400_000;
/** A shorter run has no use for a noise floor that takes longer to measure. */
const WORTH_CALIBRATING_SECONDS = 600;

type Begun = PlannedRun & { engine: string };

/** @param estimates seconds of the parts that are left @returns what a run is about to measure, and how long all of that takes */
export function planText(run: Begun, estimates: number[]): string {
  const { id, scenarios, targets, rounds, seed, catalogue, settings, databaseRttMs, generators = 1 } = run;
  const { budgetSeconds, halfWidth } = endingOf(run);
  const isFixed = budgetSeconds === null;
  const plan = [
    isFixed && plural(rounds, 'round'),
    halfWidth && `until every ratio is known to ±${percent(halfWidth)}`,
    settings && settings.title,
    databaseRttMs && `database ${databaseRttMs} ms away`,
    generators > 1 && `load from ${generators} k6`,
    `seed ${seed}`,
  ].filter(Boolean);
  const what = `${plural(scenarios.length, 'scenario')} × ${plural(targets.length, 'target')}`;
  // What is planned is never cut.
  const seconds = Math.max(budgetLeft(run) ?? 0, sum(estimates)) + (run.profileCpu ? secondsOfProfiles(run) : 0);
  const time = `${isFixed ? '' : 'at most '}about ${roughly(seconds)}`;
  const title = `run ${id}: ${what}, ${time} (${plan.join(', ')})`;
  const unfit = unfitPairs(catalogue, { targets, scenarios });
  const unmeasured = unfit.map(({ scenario, target, reason }) => `  not measured: ${scenario} on ${target} (${reason})`);
  return [title, ...unmeasured, ...noiseFloorText(run, seconds)].join('\n');
}

function noiseFloorText({ calibrates, calibration, startedAt, engine }: Begun, seconds: number): string[] {
  if (calibrates || seconds < WORTH_CALIBRATING_SECONDS) return [];
  if (calibration) {
    const days = Math.floor((Date.parse(startedAt) - Date.parse(calibration.at)) / DAY_MS);
    return [`  noise floor: calibration ${calibration.runId}, ${days > 0 ? plural(days, 'day') : 'less than a day'} old`];
  }
  const command = `make calibrate${capabilitiesOf(engine).measuresTargetTwice ? '' : ' ENGINE=native'}`;
  return [`  noise floor of this machine: not known; ${command} measures it in ${CALIBRATION_MINUTES} min`];
}

/** Takes seconds of CPU: nothing may be under load. @returns the verdicts so far, what the budget will give, where the report is */
export function reportSoFar({ root }: Pick<Command, 'root'>, dir: string): string {
  try {
    const { figures } = writeReport(dir);
    const outlook = outlookOf(figures);
    const foreseen = outlook === null ? [] : [outlookText(outlook)];
    return [`\n${soFarText(figures.run)}:`, ...verdictLines(figures), ...foreseen, `report: ${reportPath(root, dir)}\n`].join('\n');
  } catch (error) {
    // The rest of the run is worth more than a report that it writes again at its end.
    return `no report so far: ${messageOf(error)}`;
  }
}

export function reportPath(root: string, dir: string): string {
  return path.relative(root, path.join(dir, 'report.html'));
}

/** Prints the last lines of a run. @param continuing command that can add rounds to it @returns exit code: 1 if a part failed, not for what is discarded */
export function sumUp({ log, warn }: Pick<Command, 'log' | 'warn'>, figures: Figures, continuing?: string): number {
  const { warnings, lines } = lastLines(figures);
  for (const line of warnings) warn(line);
  for (const line of lines) log(line);
  const continuation = continuing ? continuationOf(figures) : null;
  if (continuing && continuation) log(continuationText(continuation, continuing));
  return warnings.length > 0 ? 1 : 0;
}
