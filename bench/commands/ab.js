/** `make ab`: compares variants of a service of the user's own. */
import { ownCatalogue } from '../plan/own/catalogue.js';
import { readOwnService } from '../plan/own/file.js';
import { compareOptions } from '../plan/knobs.js';
import { newRun } from '../plan/run.js';
import { conditionsOf, judgedBy } from '../report/own/fail-if.js';
import { shortPath } from '../record/json/file.js';
import { writeSummary } from '../report/own/summary.js';
import { writeReport } from '../report/index.js';
import { measure } from '../run/measure.js';
import { commandLineOf } from '../run/resumed.js';
import { reportPath } from '../run/so-far/report.js';
import { sumUp } from '../run/sum-up.js';
import { planResumed } from './compare.js';

/** @typedef {import('../setup/command.js').Command} Command */

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every part is ok, 1 if one failed, 4 if a difference is one of FAIL_IF
 * @throws {Error} if the run could not continue; what was measured is kept and can be resumed
 */
export async function ab(command) {
  const { catalogue, run, conditions } = planAb(command);
  const tell = (/** @type {string} */ dir) => {
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

/** @param {Command} command @throws {import('../util/errors.js').UsageError} one line */
export function planAb(command) {
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
