/**
 * A run that is resumed starts programs. Its bundle may be somebody else's, so nothing of it says what to start: targets and scenarios are those of this
 * checkout, and what the bundle hands on to JVMs and k6 is a number or a switch.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { needsOf } from '../plan/pairs.ts';
import { doubled } from '../plan/calibration.ts';
import { swept } from '../plan/variants/sweep.ts';
import { STUDY_KNOBS } from '../plan/knobs.ts';
import { refuseOddFiles } from '../record/json/file.ts';
import { UsageError } from '../util/errors.ts';
import type { Command } from '../setup/command.ts';
import type { Run } from '../record/run.ts';
import type { Catalogue } from '../record/catalogue.ts';

/** Sizes, numbers and switches. Others start programs (-XX:OnError, -javaagent) or name files (-XX:Flags, -Dlogging.config). */
const HARMLESS = /^-(X(ms|mx|mn|ss)\d+[kKmMgG]?|Xint|Xcomp|Xbatch|XX:[+-][A-Za-z0-9]+|XX:[A-Za-z0-9]+=\d+(\.\d+)?[kKmMgGtT]?)$/;

/**
 * @param command its catalogue is that of this checkout
 * @param run as it was recorded
 * @returns the same with the checkout's catalogue
 * @throws {UsageError} one line, where the run would start something else than this checkout does, or write outside its folder
 */
export function resumable(
  { catalogue, resultsDir, env: { TARGET_JVM_ARGS: given } }: Pick<Command, 'catalogue' | 'resultsDir' | 'env'>,
  run: Run,
): Run {
  refuseOddFiles(path.join(resultsDir, run.id));
  const own = catalogueOf(run, catalogue);
  if (given && !isDeepStrictEqual(wordsOf(given), run.jvmArgs)) {
    throw new UsageError(`TARGET_JVM_ARGS=${given}: RESUME keeps the plan of ${run.id} and takes no other knob`);
  }
  // Whose options they are, only the user can say: by giving them again.
  const fault = otherEntry(run, own) ?? (given ? null : harmfulOption(run)) ?? otherStudyKnobs(run);
  if (fault !== null) throw new UsageError(`RESUME=${run.id}: ${fault}`);
  return { ...run, catalogue: own };
}

/** @returns of a calibration with its target twice, of a sweep with its variants */
function catalogueOf({ id, calibrates, sweep }: Run, catalogue: Catalogue): Catalogue {
  try {
    if (sweep !== undefined) return swept(catalogue, sweep);
    if (calibrates === undefined) return catalogue;
    if (Object.hasOwn(catalogue.targets, calibrates)) return doubled(catalogue, calibrates).catalogue;
    throw new UsageError(`it calibrates ${calibrates}, which is no target of catalogue.json`);
  } catch (error) {
    throw new UsageError(`RESUME=${id}: ${(error as Error).message}`, { cause: error });
  }
}

/** @returns what it uses and is another one here */
function otherEntry({ catalogue, targets, scenarios, settings }: Run, own: Catalogue): string | null {
  const file = own.own?.file ?? 'catalogue.json';
  const known = scenarios.filter((name) => Object.hasOwn(own.scenarios, name));
  const used: ['targets' | 'scenarios' | 'settings' | 'dependencies', string[]][] = [
    ['targets', targets],
    ['scenarios', scenarios],
    ['settings', settings === null ? [] : [settings.name]],
    ['dependencies', needsOf(own, known)],
  ];
  for (const [part, names] of used) {
    for (const name of names) {
      const [recorded, here] = [entry(catalogue[part], name), entry(own[part], name)];
      if (here === undefined) return `${part}.${name} is not in ${file}; a run is resumed with the targets and scenarios it has`;
      const other = Object.keys({ ...here, ...recorded }).find((field) => !isDeepStrictEqual(recorded?.[field], here[field]));
      if (other !== undefined) {
        return `catalogue.${part}.${name}.${other} of its run.json is not that of ${file}; a run is resumed with the same`;
      }
    }
  }
  return null;
}

function entry(entries: Record<string, object>, name: string) {
  return Object.hasOwn(entries, name) ? (entries[name] as Record<string, unknown>) : undefined;
}

function harmfulOption({ jvmArgs }: Run) {
  const other = jvmArgs.find((arg) => !HARMLESS.test(arg));
  if (other === undefined) return null;
  return `'${other}' of its jvmArgs could start a program; if it is yours, give TARGET_JVM_ARGS='${jvmArgs.join(' ')}' as well`;
}

/** The runs of a study that are still to be planned get these. */
function otherStudyKnobs({ study, jvmArgs }: Run) {
  if (!study) return null;
  const other = Object.keys(study.knobs).find((name) => ![...STUDY_KNOBS, 'SCENARIOS'].includes(name));
  if (other !== undefined) return `study.knobs.${other} of its run.json is no knob of a study`;
  const isSame = isDeepStrictEqual(wordsOf(study.knobs.TARGET_JVM_ARGS ?? ''), jvmArgs);
  return isSame ? null : 'jvmArgs of its run.json are not those of its study.knobs';
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
