/** The starts of `make startup`, one at a time, in rounds in which every target is started once. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { roughly } from '../../measure/progress.js';
import { measureStart } from '../../measure/startup.js';
import { runIdAt } from '../../plan/run.js';
import { DROP_CACHES } from '../../plan/variants/startup.js';
import { StartupJournal } from '../../record/startup/journal.js';
import { SCHEMA } from '../../record/json/file.js';
import { STARTUP_FILE } from '../../record/startup/record.js';
import { requireWritable } from '../../util/files.js';
import { untilAborted } from '../../util/interruption.js';
import { seededRandom, shuffled } from '../../util/random.js';
import { plural } from '../../util/text.js';
import { describe } from '../describe.js';
import { stopForInterruption } from '../stack/interrupted.js';
import { startServices, withEngine } from '../stack/with-engine.js';

/**
 * @typedef {import('../../setup/command.js').Command} Command
 * @typedef {import('../../record/startup/record.js').StartupPlan} StartupPlan
 * @typedef {import('../stack/with-engine.js').Work} Work
 */

/** Of one start on half a CPU, with the settling after it. */
const TYPICAL_SECONDS = 20;
/** Of a training run and its cache. */
const TRAINING_SECONDS = 40;
/** An odd number near 2³² ÷ the golden ratio: rounds of one seed are drawn apart. */
const ROUND_STRIDE = 0x9e3779b1;

/**
 * @param {Command} command with the catalogue of the plan
 * @param {StartupPlan} plan
 * @returns {Promise<string>} folder of the record
 * @throws {Error} if it could not go on; the starts that were measured are kept
 */
export async function measureStartups(command, plan) {
  requireWritable(command.resultsDir, 'results/');
  const work = async (/** @type {Work} */ parts) => {
    const ended = AbortSignal.any([command.signal, parts.gone]);
    const journal = openJournal(command, plan, parts);
    try {
      await untilAborted(startAll({ ...command, signal: ended }, journal, parts), ended);
    } catch (error) {
      await keepStarts(command, journal, parts);
      throw error;
    }
    return journal.dir;
  };
  return withEngine(command, plan.targets, plan, work);
}

/** @param {Command} command @param {StartupPlan} plan @param {Work} work */
function openJournal(command, plan, { engine, tools }) {
  const startedAt = new Date().toISOString();
  const id = runIdAt(startedAt, 'startup');
  const circumstances = describe(command, engine, tools, { scenarios: [plan.scenario], databaseRttMs: null });
  return new StartupJournal(command.resultsDir, {
    ...{ schema: SCHEMA, id, startedAt, endedAt: null, ...plan, ...circumstances, catalogue: command.catalogue, measured: [] },
  });
}

/** @param {Command} command @param {StartupJournal} journal @param {Work} work */
async function startAll(command, journal, { engine }) {
  const { id, targets, starts, seed, cold, caches, scenario, catalogue } = journal.record;
  const seconds =
    TYPICAL_SECONDS * targets.length * (starts + 1) + (caches.some((cache) => cache !== 'none') ? TRAINING_SECONDS * targets.length : 0);
  command.log(`startup ${id}: ${plural(starts, 'start')} of ${plural(targets.length, 'target')}, about ${roughly(seconds)} (seed ${seed})`);
  await startServices(engine);
  const [first] = catalogue.scenarios[scenario].cases;
  // Makes the caches, and reads into memory what a start reads from the disk. It also shows what does not start.
  for (const target of targets) await measureStart(engine, target, first);
  for (let round = 1; round <= starts; round++) {
    for (const target of shuffled(targets, seededRandom((seed + round * ROUND_STRIDE) >>> 0))) {
      if (cold) emptyDiskCaches();
      const start = await measureStart(engine, target, first);
      journal.add({ ...start, round });
      command.log(`[${round}/${starts}] ${target}: ${start.answerSeconds.toFixed(2)} s`);
    }
  }
  journal.end();
}

/** Data that are not written yet cannot be dropped. */
function emptyDiskCaches() {
  execFileSync('sync');
  writeFileSync(DROP_CACHES, '3');
}

/** @param {Command} command @param {StartupJournal} journal @param {Work} work */
async function keepStarts({ root, warn }, journal, { engine }) {
  await stopForInterruption(engine);
  const { dir, record } = journal;
  if (record.measured.length === 0) return journal.drop();
  warn(`${plural(record.measured.length, 'start')} saved: ${path.relative(root, path.join(dir, STARTUP_FILE))}`);
}
