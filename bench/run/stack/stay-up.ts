/** After a run, databases and Grafana stay for whoever looks at the dashboard. */
import { capabilitiesOf } from '../../engines/engines.ts';
import { dashboardAddress } from '../../engines/dashboard.ts';
import { keepsServices } from '../../plan/knobs.ts';
import { holdUntilDown } from './keeper.ts';
import { nowEpochMs } from '../../util/time.ts';
import type { Command } from '../../setup/command.ts';
import type { Run } from '../../record/run.ts';
import type { Session } from './session.ts';

/** Waits until somebody ends it. The targets end before: nobody needs them. @param run that has ended */
export async function stayUp(command: Command, { engine, signal }: Session, { id, targets, startedAt }: Run) {
  const { url } = engine.dashboard();
  if (!staysUp(command.env, { hasDashboard: url !== null, isTerminal: process.stdout.isTTY === true })) return;
  await Promise.all(targets.map((target) => engine.stopTarget(target)));
  const { influx, prometheus } = engine.endpoints;
  const fromMs = Date.parse(startedAt);
  const where =
    url === null ? `InfluxDB: ${influx.url}, Prometheus: ${prometheus}` : dashboardAddress(url, { run: id, fromMs, toMs: nowEpochMs() });
  command.log(`the dashboard stays up until Ctrl-C or make down: ${where}`);
  await holdUntilDown(command, signal);
}

/** @returns if nobody said: where somebody sits at a terminal, and there is something to look at */
export function staysUp(env: Command['env'], { hasDashboard, isTerminal }: { hasDashboard: boolean; isTerminal: boolean }): boolean {
  if (capabilitiesOf(env.ENGINE).servicesOutliveRuns) return false;
  return keepsServices(env) ?? (hasDashboard && isTerminal);
}
