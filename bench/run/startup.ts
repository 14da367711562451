/** `make startup`: how long targets take to start, and what they hold in memory at rest. One start at a time, in rounds in which every target is started once. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { usage } from '../collect/processes.ts';
import { roughly } from '../measure/progress.ts';
import { atRest, placeOf } from '../measure/jvms.ts';
import { DROP_CACHES, startupOptions } from '../plan/variants/startup.ts';
import { Journal } from '../record/journal.ts';
import { STARTUP_FILE, type Start, type StartupRecord } from '../record/startup/record.ts';
import { startupLines, writeStartupReport } from '../report/startup.ts';
import { randomOfRound, shuffled } from '../util/random.ts';
import { plural } from '../util/text.ts';
import { begun, recorded, startServices } from './stack/session.ts';
import type { Command } from '../setup/command.ts';
import type { Engine } from '../engines/engine.ts';
import type { Case } from '../record/catalogue.ts';

/** Of one start on half a CPU, with the settling after it. */
const TYPICAL_SECONDS = 20;
/** Of a training run and its cache. */
const TRAINING_SECONDS = 40;
/** After the first answer, for what a start still does. */
const SETTLE_MS = 2000;
/** A server may accept a connection long before it answers. */
const ANSWER_MS = 60_000;

/** @returns exit code 0 @throws {Error} one line, where a target does not start; the starts that were measured are kept */
export async function startup(command: Command): Promise<number> {
  const { log, root, resultsDir } = command;
  const { plan, catalogue } = startupOptions(command.env, command.catalogue);
  const own = { ...command, catalogue };
  const asked = { ...plan, scenarios: [plan.scenario] };
  const { dir } = await recorded(own, asked, {
    open: (session) => new Journal<StartupRecord>(resultsDir, STARTUP_FILE, { ...begun(own, session, 'startup', plan), measured: [] }),
    measure: ({ engine }, journal) => startAll(log, journal, engine),
    kept({ record: { measured }, file }) {
      return measured.length === 0 ? [] : [`${plural(measured.length, 'start')} saved: ${path.relative(root, file)}`];
    },
  });
  const { file, record } = writeStartupReport(dir);
  for (const line of startupLines(record)) log(line);
  log(`report: ${path.relative(root, file)}`);
  return 0;
}

async function startAll(log: (line: string) => void, journal: Journal<StartupRecord>, engine: Engine) {
  const { id, targets, starts, seed, cold, caches, scenario, catalogue } = journal.record;
  const secondsOfEach = TYPICAL_SECONDS * (starts + 1) + (caches.some((cache) => cache !== 'none') ? TRAINING_SECONDS : 0);
  const time = roughly(secondsOfEach * targets.length);
  log(`startup ${id}: ${plural(starts, 'start')} of ${plural(targets.length, 'target')}, about ${time} (seed ${seed})`);
  await startServices(engine);
  const [first] = catalogue.scenarios[scenario].cases;
  // Makes the caches, and reads into memory what a start reads from the disk. It also shows what does not start.
  for (const target of targets) await measureStart(engine, target, first);
  for (let round = 1; round <= starts; round++) {
    for (const target of shuffled(targets, randomOfRound(seed, round))) {
      if (cold) {
        // Data that are not written yet cannot be dropped.
        execFileSync('sync');
        writeFileSync(DROP_CACHES, '3');
      }
      const start = { ...(await measureStart(engine, target, first)), round };
      journal.change({ measured: [...journal.record.measured, start] });
      log(`[${round}/${starts}] ${target}: ${start.answerSeconds.toFixed(2)} s`);
    }
  }
}

/** One start of a target that is not running, and not in the end, until its right answer. @throws {Error} one line, if it does not answer */
export async function measureStart(engine: Engine, target: string, first: Case): Promise<Omit<Start, 'round'>> {
  const { endpoints } = engine;
  if (!engine.targets.timeStart) throw new Error(`the ${engine.name} engine cannot time starts`);
  try {
    const answerSeconds = await engine.targets.timeStart(target, () => answersRightly(endpoints.target(target), first));
    const place = placeOf(engine, target);
    const cpuSeconds = (place && usage(place)?.cpuSeconds) ?? null;
    await sleep(SETTLE_MS);
    return { target, answerSeconds, cpuSeconds, ...(await atRest(endpoints.metrics(target), place)) };
  } finally {
    await engine.targets.stop(target);
  }
}

/** @returns false as long as another answer comes, such as that the database is not there; rejects where none comes */
export async function answersRightly(baseUrl: string, { request, response: wanted }: Case): Promise<boolean> {
  const { method, headers, body } = request;
  const response = await fetch(`${baseUrl}${request.path}`, { method, headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
  return (await response.text()) === wanted.body && response.status === wanted.status;
}
