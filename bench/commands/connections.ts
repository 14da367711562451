/** `make connections`: what many open connections cost each target. */
import path from 'node:path';
import { holdConnections, planConnections, WARMED_BY } from '../measure/connections.ts';
import { Jvms } from '../measure/jvms.ts';
import { warmUp } from '../measure/warm-up/alone.ts';
import { CONNECTIONS_FILE, type ConnectionsRecord } from '../record/connections.ts';
import { Journal } from '../record/journal.ts';
import { connectionsTable } from '../report/connections.ts';
import { begun, recorded, startServices, verifyFirst, type Session } from '../run/stack/session.ts';
import { writeWhole } from '../util/files.ts';
import { plural } from '../util/text.ts';
import type { Command } from '../setup/command.ts';

const WARM_UP = { mostVus: 50, maxSeconds: 30, steadyBursts: 2 };

/** @returns exit code: 0 if every connection was held, 1 if requests failed */
export async function connections(command: Command): Promise<number> {
  const { log, root, resultsDir } = command;
  const plan = planConnections(command);
  const asked = { ...plan, scenarios: [WARMED_BY] };
  const { dir, record } = await recorded(command, asked, {
    open: (session) =>
      new Journal<ConnectionsRecord>(resultsDir, CONNECTIONS_FILE, { ...begun(command, session, 'connections', plan), results: [] }),
    measure: (session, journal) => holdAll(command, journal, session),
    kept({ record: { results }, file }) {
      return results.length === 0 ? [] : [`${plural(results.length, 'load')} saved: ${path.relative(root, file)}`];
    },
  });
  const table = connectionsTable(record);
  const file = path.join(dir, 'connections.txt');
  writeWhole(file, `${table}\n`);
  log(`${table}\nrecord: ${path.relative(root, file)}`);
  return record.results.some(({ failed }) => failed > 0) ? 1 : 0;
}

async function holdAll(command: Command, journal: Journal<ConnectionsRecord>, { engine, tools }: Session) {
  const { dir, record } = journal;
  const { id: runId, catalogue, loads, targets, holds } = record;
  await startServices(engine);
  const jvms = new Jvms(engine);
  for (const load of loads) {
    for (const target of targets) {
      // A new JVM, because memory that it once had stays with it.
      await jvms.running(target);
      await verifyFirst(command, engine, { targets: [target], scenarios: [WARMED_BY] });
      const subject = { engine, root: command.root, k6Bin: tools.k6.bin, runId, catalogueFile: null, target };
      await warmUp({ ...subject, scenario: WARMED_BY }, { catalogue, ...WARM_UP, dir });
      command.log(`${load} on ${target}: ${holds[load].connections} connections`);
      const held = await holdConnections({ ...subject, scenario: load }, holds[load], path.join(dir, `${load}-${target}`));
      journal.change({ results: [...journal.record.results, held] });
      await engine.targets.stop(target);
    }
  }
}
