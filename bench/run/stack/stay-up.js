/** After a run, databases and Grafana stay for whoever looks at the dashboard. */
import { capabilitiesOf } from '../../engines/engines.js';
import { dashboardAddress } from '../../engines/dashboard.js';
import { keepsServices } from '../../plan/knobs.js';
import { holdUntilDown } from './keeper.js';
import { nowEpochMs } from '../../util/time.js';

/** @typedef {import('../../setup/command.js').Command} Command */

/**
 * Waits until somebody ends it. The targets end before: nobody needs them.
 * @param {Command} command
 * @param {import('./session.js').Session} session
 * @param {import('../../record/run.js').Run} run that has ended
 */
export async function stayUp(command, { engine, signal }, { id, targets, startedAt }) {
  const url = engine.dashboardUrl();
  if (!staysUp(command.env, { hasDashboard: url !== null, isTerminal: process.stdout.isTTY === true })) return;
  await Promise.all(targets.map((target) => engine.stopTarget(target)));
  const { influx, prometheus } = engine.endpoints;
  const fromMs = Date.parse(startedAt);
  const where =
    url === null ? `InfluxDB: ${influx.url}, Prometheus: ${prometheus}` : dashboardAddress(url, { run: id, fromMs, toMs: nowEpochMs() });
  command.log(`the dashboard stays up until Ctrl-C or make down: ${where}`);
  await holdUntilDown(command, signal);
}

/**
 * @param {Command['env']} env
 * @param {{ hasDashboard: boolean, isTerminal: boolean }} circumstances
 * @returns {boolean} if nobody said: where somebody sits at a terminal, and there is something to look at
 */
export function staysUp(env, { hasDashboard, isTerminal }) {
  if (capabilitiesOf(env.ENGINE).servicesOutliveRuns) return false;
  return keepsServices(env) ?? (hasDashboard && isTerminal);
}
