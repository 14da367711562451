/** Do all variants of a user's service give the same answers? In place of the verification of this project's own targets, whose work is known. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesIn, filesOf } from './generators/files.ts';
import { causeOf } from './generators/results.ts';
import { startScript, type LoadContext, type Subject } from './generators/start.ts';
import { RunAborted } from '../util/errors.ts';
import { list } from '../util/text.ts';
import type { Command } from '../setup/command.ts';
import type { PlannedRun, Run } from '../record/run.ts';
import type { Catalogue } from '../record/catalogue.ts';
import type { Check } from '../record/part.ts';
import type { Answer } from '../../k6/lib/own/options.js';

type Given = { target: string; answers: Answer[] };

const ITERATIONS = 20;
const SETUP = /\bmsg="setup (\d+) ms"/;
const LINE = /\bmsg="answer ((?:[^"\\]|\\.)*)"/g;
const COMPARED = ['status', 'type', 'length', 'hash'] as const;
/** As k6 ends a trial (k6/lib/own/options.js), with the last answers. */
const LASTS_SECONDS = 90;

/** Some requests of each load to each target. @returns fields of run.json @throws {RunAborted} where a load does not work, or the answers differ */
export async function sameAnswers(
  { log, resultsDir }: Pick<Command, 'log' | 'resultsDir'>,
  context: LoadContext,
  { id, catalogue, targets, baseline, scenarios }: PlannedRun,
): Promise<Pick<Run, 'verified' | 'refused'>> {
  const startedMs = performance.now();
  const dir = path.join(resultsDir, id, 'trial');
  const ordered = [baseline, ...targets.filter((target) => target !== baseline)];
  const setupSeconds: Record<string, number> = {};
  for (const scenario of scenarios) {
    const given: Awaited<ReturnType<typeof tried>>[] = [];
    for (const target of ordered) given.push(await tried({ ...context, scenario, target }, dir));
    setupSeconds[scenario] = Math.max(...given.map((each) => each.setupSeconds));
    const difference = catalogue.own?.same ? differenceOf(given) : null;
    if (difference !== null) throw new RunAborted(`not measured: ${scenario}: ${difference}; if that is meant, write same: false`);
  }
  rmSync(dir, { recursive: true, force: true });
  const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(3));
  log(`verified in ${Math.round(seconds)} s: ${ordered.join(', ')} ${catalogue.own?.same ? 'give the same answers' : 'answer'}`);
  return { verified: { at: new Date().toISOString(), seconds, targets: ordered, scenarios, roundTrips: {}, setupSeconds }, refused: {} };
}

async function tried(subject: Subject, dir: string): Promise<Given & { setupSeconds: number }> {
  const { scenario, target } = subject;
  mkdirSync(dir, { recursive: true });
  const files = { ...filesIn(dir), log: path.join(dir, `${scenario}-${target}.log`), summary: null, report: null };
  const variables = { TRIAL: ITERATIONS, ROUND: 0 };
  const k6 = await startScript(subject, [target], { variables, files, lastsSeconds: LASTS_SECONDS });
  const end = await k6.ended;
  // k6 tells of an exception with its stack.
  if (end.exitCode !== 0) throw new RunAborted(`not measured: ${scenario} on ${target}: ${causeOf(end).split(/\\n|\n/)[0]}`);
  const log = readFileSync(files.log, 'utf8');
  const answers = answersIn(log);
  // Those of another server have its origin.
  if (answers.some(({ url }) => !/^[a-z]+:\/\//i.test(url))) return { target, answers, setupSeconds: setupSecondsIn(log) };
  const others = [...new Set(answers.map(({ url }) => new URL(url).origin))];
  const where = others.length > 0 ? `all of its requests go to ${list(others)}` : 'it sends no request that is answered';
  throw new RunAborted(`not measured: ${scenario} on ${target}: ${where}; a script sends them to __ENV.BASE_URL`);
}

/** The same of the answers that k6 has logged under load; what failed is counted elsewhere. @returns none for this project's own targets */
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

/** @param log of k6 @returns in their order */
export function answersIn(log: string): Answer[] {
  return [...log.matchAll(LINE)].map(([, text]) => JSON.parse(JSON.parse(`"${text}"`)));
}

/** @param log of k6 @returns seconds that the script's setup() took */
export function setupSecondsIn(log: string): number {
  return Number(SETUP.exec(log)?.[1] ?? 0) / 1000;
}

/** Requests that are the same must have the same answers. @param given the baseline's first @returns the first difference, in a sentence */
export function differenceOf([{ target: baseline, answers: expected }, ...others]: Given[]): string | null {
  const known = new Map(expected.map((answer) => [keyOf(answer), answer]));
  for (const { target, answers } of others) {
    for (const answer of answers) {
      const other = known.get(keyOf(answer));
      const field = other && COMPARED.find((each) => answer[each] !== other[each]);
      if (!field) continue;
      const values =
        field === 'hash'
          ? 'another body of the same length'
          : `${field === 'type' ? 'content type' : field} ${answer[field]} instead of ${other[field]}`;
      return `${target} answers ${answer.method} ${answer.url} with ${values}, unlike ${baseline}`;
    }
  }
  return null;
}

function keyOf({ method, url, sent }: Answer) {
  return `${method} ${url} ${sent}`;
}
