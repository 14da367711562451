/** `make connections`: what many open connections cost each target. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { connectionsOptions, requireRoom, WARMED_BY } from '../measure/connections/plan.js';
import { holdConnections } from '../measure/connections/hold.js';
import { Jvms } from '../measure/jvms.js';
import { warmUp } from '../measure/warm-up/alone.js';
import { runIdAt } from '../plan/run.js';
import { writeConnections } from '../record/connections.js';
import { SCHEMA } from '../record/json/file.js';
import { connectionsTable } from '../report/connections.js';
import { describe } from '../run/describe.js';
import { verifyFirst } from '../run/stack/verify-first.js';
import { startServices, withEngine } from '../run/stack/with-engine.js';
import { requireWritable, writeWhole } from '../util/files.js';
import { untilAborted } from '../util/interruption.js';

/** @typedef {import('../setup/command.js').Command} Command */
/** @typedef {import('../record/connections.js').ConnectionsPlan} ConnectionsPlan */
/** @typedef {import('../record/connections.js').ConnectionsRecord} ConnectionsRecord */
/** @typedef {import('../run/stack/with-engine.js').Work} Work */

const WARM_UP = { mostVus: 50, maxSeconds: 30, steadyBursts: 2 };

/**
 * @param {Command} command
 * @returns {Promise<number>} exit code: 0 if every connection was held, 1 if requests failed
 */
export async function connections(command) {
  const plan = connectionsOptions(command.env, command.catalogue);
  requireRoom(plan);
  requireWritable(command.resultsDir, 'results/');
  const work = async (/** @type {Work} */ stack) => {
    const ended = AbortSignal.any([command.signal, stack.gone]);
    return untilAborted(measure({ ...command, signal: ended }, plan, stack), ended);
  };
  const { dir, record } = await withEngine(command, plan.targets, plan, work);
  const table = connectionsTable(record);
  const file = path.join(dir, 'connections.txt');
  writeWhole(file, `${table}\n`);
  command.log(`${table}\nrecord: ${path.relative(command.root, file)}`);
  return record.results.some(({ failed }) => failed > 0) ? 1 : 0;
}

/** @param {Command} command @param {ConnectionsPlan} plan @param {Work} work */
async function measure(command, plan, { engine, tools }) {
  const { catalogue, log, resultsDir } = command;
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, 'connections');
  const dir = path.join(resultsDir, id);
  await startServices(engine);
  const jvms = new Jvms(engine);
  /** @type {ConnectionsRecord} */
  let record = {
    ...{ schema: SCHEMA, id, startedAt, endedAt: null, ...plan },
    ...{ ...describe(command, engine, tools, { scenarios: [], databaseRttMs: null }), catalogue, results: [] },
  };
  mkdirSync(dir, { recursive: true });
  for (const load of plan.loads) {
    for (const target of plan.targets) {
      // A new JVM, because memory that it once had stays with it.
      await jvms.running(target);
      await verifyFirst(command, engine, { targets: [target], scenarios: [WARMED_BY] });
      const subject = { engine, root: command.root, k6Bin: tools.k6.bin, runId: id, catalogueFile: null, target };
      await warmUp({ ...subject, scenario: WARMED_BY }, { catalogue, ...WARM_UP, dir });
      log(`${load} on ${target}: ${plan.holds[load].connections} connections`);
      const held = await holdConnections({ ...subject, scenario: load }, plan.holds[load], path.join(dir, `${load}-${target}`));
      record = { ...record, results: [...record.results, held] };
      writeConnections(dir, record);
      await engine.stopTarget(target);
    }
  }
  record = { ...record, endedAt: new Date().toISOString() };
  writeConnections(dir, record);
  return { dir, record };
}
