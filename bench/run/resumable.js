/**
 * A run that is resumed starts programs. Its bundle may be somebody else's, so nothing of it says what to start: targets and scenarios are those of this
 * checkout, and what the bundle hands on to JVMs and k6 is a number or a switch.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { staircase } from '../../k6/lib/profiles.js';
import { needsOf } from '../plan/pairs.js';
import { doubled } from '../plan/calibration.js';
import { swept } from '../plan/variants/sweep.js';
import { STUDY_KNOBS } from '../plan/knobs.js';
import { refuseOddFiles } from '../record/json/plain-files.js';
import { UsageError } from '../util/errors.js';

/**
 * @typedef {import('../record/run.js').Run} Run
 * @typedef {import('../record/catalogue.js').Catalogue} Catalogue
 * @typedef {Record<string, string | undefined>} Env
 */

/** Sizes, numbers and switches. Others start programs (-XX:OnError, -javaagent) or name files (-XX:Flags, -Dlogging.config). */
const HARMLESS = /^-(X(ms|mx|mn|ss)\d+[kKmMgG]?|Xint|Xcomp|Xbatch|XX:[+-][A-Za-z0-9]+|XX:[A-Za-z0-9]+=\d+(\.\d+)?[kKmMgGtT]?)$/;

/**
 * @param {Pick<import('../setup/command.js').Command, 'catalogue' | 'resultsDir' | 'env'>} command its catalogue is that of this checkout
 * @param {Run} run as it was recorded
 * @returns {Run} the same with the checkout's catalogue
 * @throws {UsageError} one line, where the run would start something else than this checkout does, or write outside its folder
 */
export function resumable({ catalogue, resultsDir, env }, run) {
  refuseOddFiles(path.join(resultsDir, run.id));
  const own = catalogueOf(run, catalogue);
  refuseOtherEntries(run, own);
  refuseOtherLoad(run);
  refuseJvmArgs(run, env);
  refuseStudyKnobs(run);
  return { ...run, catalogue: own };
}

/** @param {Run} run @param {Catalogue} catalogue @returns {Catalogue} of a calibration with its target twice, of a sweep with its variants */
function catalogueOf({ id, calibrates, sweep }, catalogue) {
  if (sweep !== undefined) return variantsOf(id, sweep, catalogue);
  if (calibrates === undefined) return catalogue;
  if (!Object.hasOwn(catalogue.targets, calibrates)) {
    throw new UsageError(`RESUME=${id}: it calibrates ${calibrates}, which is no target of catalogue.json`);
  }
  return doubled(catalogue, calibrates).catalogue;
}

/** @param {string} id @param {NonNullable<Run['sweep']>} sweep @param {Catalogue} catalogue */
function variantsOf(id, sweep, catalogue) {
  try {
    return swept(catalogue, sweep);
  } catch (error) {
    throw new UsageError(`RESUME=${id}: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}

/** @param {Run} run @param {Catalogue} own */
function refuseOtherEntries({ id, catalogue, targets, scenarios, settings }, own) {
  /** @type {[Exclude<keyof Catalogue, 'connections'>, string[]][]} */
  const used = [
    ['targets', targets],
    ['scenarios', scenarios],
    ['settings', settings === null ? [] : [settings.name]],
  ];
  for (const [part, names] of used)
    for (const name of names) refuseOtherEntry(id, `${part}.${name}`, entry(catalogue[part], name), entry(own[part], name));
  for (const name of needsOf(own, scenarios)) {
    refuseOtherEntry(id, `dependencies.${name}`, entry(catalogue.dependencies, name), entry(own.dependencies, name));
  }
}

/** @param {Record<string, object>} entries @param {string} name */
function entry(entries, name) {
  return Object.hasOwn(entries, name) ? /** @type {Record<string, unknown>} */ (entries[name]) : undefined;
}

/**
 * @param {string} id
 * @param {string} name
 * @param {Record<string, unknown> | undefined} recorded
 * @param {Record<string, unknown> | undefined} own
 */
function refuseOtherEntry(id, name, recorded, own) {
  if (own === undefined)
    throw new UsageError(`RESUME=${id}: ${name} is not in catalogue.json; a run is resumed with the targets and scenarios it has`);
  const fields = Object.keys({ ...own, ...recorded });
  const other = fields.find((field) => !isDeepStrictEqual(recorded?.[field], own[field]));
  if (other !== undefined) {
    throw new UsageError(
      `RESUME=${id}: catalogue.${name}.${other} of its run.json is not that of catalogue.json; a run is resumed with the same`,
    );
  }
}

/** @param {Run} run */
function refuseOtherLoad({ id, loadVariables, stages }) {
  const isSame = isDeepStrictEqual(stagesOf(loadVariables), stages);
  if (!isSame) throw new UsageError(`RESUME=${id}: stages of its run.json are not those of its loadVariables`);
}

/** @param {Record<string, string>} loadVariables */
function stagesOf(loadVariables) {
  try {
    return staircase(loadVariables).stages;
  } catch {
    return null;
  }
}

/** Whose options they are, only the user can say: by giving them again. @param {Run} run @param {Env} env */
function refuseJvmArgs({ id, jvmArgs }, { TARGET_JVM_ARGS: given }) {
  if (given) {
    if (isDeepStrictEqual(wordsOf(given), jvmArgs)) return;
    throw new UsageError(`TARGET_JVM_ARGS=${given}: RESUME keeps the plan of ${id} and takes no other knob`);
  }
  const other = jvmArgs.find((arg) => !HARMLESS.test(arg));
  if (other === undefined) return;
  throw new UsageError(
    `RESUME=${id}: '${other}' of its jvmArgs could start a program; if it is yours, give TARGET_JVM_ARGS='${jvmArgs.join(' ')}' as well`,
  );
}

/** @param {string} text @returns {string[]} */
function wordsOf(text) {
  return text.split(/\s+/).filter(Boolean);
}

/** The runs of a study that are still to be planned get these. @param {Run} run */
function refuseStudyKnobs({ id, study, jvmArgs }) {
  const knobs = study?.knobs ?? {};
  const other = Object.keys(knobs).find((name) => ![...STUDY_KNOBS, 'SCENARIOS'].includes(name));
  if (other !== undefined) throw new UsageError(`RESUME=${id}: study.knobs.${other} of its run.json is no knob of a study`);
  if (study && !isDeepStrictEqual(wordsOf(knobs.TARGET_JVM_ARGS ?? ''), jvmArgs)) {
    throw new UsageError(`RESUME=${id}: jvmArgs of its run.json are not those of its study.knobs`);
  }
}
