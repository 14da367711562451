/** Do all variants of a user's service give the same answers? In place of the verification of this project's own targets, whose work is known. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesIn, filesOf } from '../generators/files.ts';
import { causeOf } from '../generators/results.ts';
import { startTrial, type BlocksSubject, type Subject } from '../generators/start.ts';
import { RunAborted } from '../../util/errors.ts';
import { list } from '../../util/text.ts';
import { answersIn, differenceOf, isOfTarget, setupSecondsIn, type Answer } from './answers.ts';
import type { Command } from '../../setup/command.ts';
import type { PlannedRun, Run } from '../../record/run.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Check } from '../../record/part.ts';

type Given = { target: string; answers: Answer[]; setupSeconds: number };

const ITERATIONS = 20;
/** As k6 ends a trial (k6/lib/own/options.js), with the last answers. */
const LASTS_SECONDS = 90;

/**
 * Some requests of each load to each target, before anything is measured.
 * @returns fields of run.json
 * @throws {RunAborted} one line, where a load does not work, or the answers differ
 */
export async function sameAnswers(
  { log, resultsDir }: Pick<Command, 'log' | 'resultsDir'>,
  subject: Omit<BlocksSubject, 'scenario'>,
  { id, catalogue, targets, baseline, scenarios }: PlannedRun,
): Promise<Pick<Run, 'verified' | 'refused'>> {
  const startedMs = performance.now();
  const dir = path.join(resultsDir, id, 'trial');
  const ordered = [baseline, ...targets.filter((target) => target !== baseline)];
  const setupSeconds: Record<string, number> = {};
  for (const scenario of scenarios) {
    const given: Given[] = [];
    for (const target of ordered) given.push({ target, ...(await tried({ ...subject, scenario, target }, dir)) });
    setupSeconds[scenario] = Math.max(...given.map((each) => each.setupSeconds));
    const difference = catalogue.own?.same ? differenceOf(given) : null;
    if (difference !== null) throw new RunAborted(`not measured: ${scenario}: ${difference}; if that is meant, write same: false`);
  }
  rmSync(dir, { recursive: true, force: true });
  const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(3));
  log(`verified in ${Math.round(seconds)} s: ${ordered.join(', ')} ${catalogue.own?.same ? 'give the same answers' : 'answer'}`);
  return { verified: { at: new Date().toISOString(), seconds, targets: ordered, scenarios, roundTrips: {}, setupSeconds }, refused: {} };
}

async function tried(subject: Subject, dir: string): Promise<Omit<Given, 'target'>> {
  const { scenario, target } = subject;
  mkdirSync(dir, { recursive: true });
  const files = { ...filesIn(dir), log: path.join(dir, `${scenario}-${target}.log`), summary: null, report: null };
  const k6 = await startTrial(subject, { iterations: ITERATIONS, files, lastsSeconds: LASTS_SECONDS });
  const end = await k6.ended;
  if (end.exitCode !== 0) throw new RunAborted(`not measured: ${scenario} on ${target}: ${firstLine(causeOf(end))}`);
  const log = readFileSync(files.log, 'utf8');
  const answers = answersIn(log);
  if (answers.some(isOfTarget)) return { answers, setupSeconds: setupSecondsIn(log) };
  const others = [...new Set(answers.map(({ url }) => new URL(url).origin))];
  const where = others.length > 0 ? `all of its requests go to ${list(others)}` : 'it sends no request that is answered';
  throw new RunAborted(`not measured: ${scenario} on ${target}: ${where}; a script sends them to __ENV.BASE_URL`);
}

/** k6 tells of an exception with its stack. */
function firstLine(cause: string) {
  return cause.split(/\\n|\n/)[0];
}

/**
 * The same of the answers that k6 has logged under load; what failed is counted elsewhere.
 * @param catalogue of the run
 * @param dir of the part
 * @param targets in the order of their k6
 * @returns none for this project's own targets
 */
export function answersCheck({ own }: Catalogue, dir: string, targets: string[]): Check[] {
  if (!own?.same) return [];
  const given = targets.map((target, index) => {
    const { log } = filesOf(filesIn(dir), index, targets.length);
    const answers = existsSync(log) ? answersIn(readFileSync(log, 'utf8')) : [];
    return { target, answers: answers.filter(({ status }) => status < 400) };
  });
  const difference = differenceOf(given);
  return [{ name: 'answers', ok: difference === null, detail: difference ?? 'the same under load, by sample' }];
}
