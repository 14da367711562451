/** `make ab`: compares variants of a service of the user's own. */
import { ownCatalogue } from '../plan/own/catalogue.ts';
import { readOwnService } from '../plan/own/file.ts';
import { compareOptions } from '../plan/knobs.ts';
import { newRun } from '../plan/run.ts';
import { conditionsOf, judgedBy } from '../report/own/fail-if.ts';
import { shortPath } from '../record/json/file.ts';
import { writeSummary } from '../report/own/summary.ts';
import { writeReport } from '../report/index.ts';
import { measure } from '../run/measure.ts';
import { commandLineOf } from '../run/resumed.ts';
import { reportPath } from '../run/so-far/report.ts';
import { sumUp } from '../run/sum-up.ts';
import { planResumed } from './compare.ts';
import type { Command } from '../setup/command.ts';

/**
 * @returns exit code: 0 if every part is ok, 1 if one failed, 4 if a difference is one of FAIL_IF
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function ab(command: Command): Promise<number> {
  const { catalogue, run, conditions } = planAb(command);
  const tell = (dir: string) => {
    const { figures } = writeReport(dir);
    const [summary] = writeSummary(dir, figures);
    const code = sumUp(command, figures, commandLineOf(run));
    command.log(`report: ${reportPath(command.root, dir)}; for a pull request: ${shortPath(summary)}`);
    const judged = judgedBy(figures, conditions);
    for (const line of judged.lines) command.warn(line);
    return Math.max(code, judged.code);
  };
  return measure({ ...command, catalogue }, run, tell, { staysUp: true });
}

/** @throws {UsageError} one line */
export function planAb(command: Command) {
  const { env } = command;
  const conditions = conditionsOf(env.FAIL_IF);
  const service = readOwnService(env.FILE);
  const catalogue = ownCatalogue(service, command.catalogue);
  if (env.RESUME) return { catalogue, conditions, run: planResumed({ ...command, catalogue }, 'ab') };
  const cpus = service.limits?.cpus;
  const options = compareOptions({ ...env, TARGET_CPUS: cpus === undefined ? undefined : String(cpus) }, catalogue);
  const levels = [Math.max(...options.scenarios.map((scenario) => catalogue.scenarios[scenario].vus ?? 1))];
  return { catalogue, conditions, run: newRun({ ...options, levels }, catalogue, 'ab') };
}
