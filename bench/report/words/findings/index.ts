/** The one place with sentences: for each kind of finding what is written of all findings of that kind and scope, shared by HTML, Markdown and the terminal. */
import { capabilitiesOf } from '../../../engines/engines.ts';
import { keysOf } from '../../../util/keys.ts';
import { fixed, instant, plural } from '../../../util/text.ts';
import { noteText } from '../notes.ts';
import { PART_WORDS } from './parts.ts';
import { SCENARIO_WORDS } from './scenarios.ts';
import { changeText, namesOf, type Names } from '../names.ts';
import type { FindingOf, Kind, Finding } from '../../../analyse/findings/types.ts';
import type { Figures } from '../../../analyse/types.ts';

export type Caveat = { title: string; text: string; items: string[] };

/** `red`: the run is of no use; `amber`: of use with care */
type Light = 'amber' | 'red';

/** A kind is shown where it has words: in the box at the top, which has a title, or in a scenario's list. */
interface WordsOf<K extends Kind> {
  /** what it makes of the whole run; absent, or null: it speaks against nothing */
  light?: Light | ((found: FindingOf<K>[]) => Light | null);
  title?: string | ((found: FindingOf<K>[]) => string);
  text?: string | ((found: FindingOf<K>[]) => string);
  /** below the text, of each */
  items?: (each: FindingOf<K>, names: Names) => string | string[];
  statements?: (found: FindingOf<K>[], names: Names) => string | string[];
}

export type Words = { [K in Kind]?: WordsOf<K> };

const RUN_WORDS = {
  'stand-in': { light: 'amber', title: 'Measured with a stand-in.', items: ({ note }, { machine }) => noteText(note, machine) },
  'few-rounds': {
    light: ([{ most, needed }]) => (most < needed ? 'red' : 'amber'),
    title: fewRounds,
    text: ([{ isSingle, needed }]) =>
      `The sample consists of rounds, not of requests. ${
        isSingle ? 'One round shows no spread.' : 'The range of the rounds beside each figure is not an interval.'
      } A verdict needs at least ${needed} rounds.`,
  },
  settings: {
    title: ([{ title, name }]) => `${title} (SETTINGS=${name}).`,
    text: 'Threads and pools differ from those of other runs, and between targets:',
    items: ({ targets }, { label }) =>
      Object.entries(targets).map(([target, variables]) => {
        const given = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
        return `${label(target)}: ${given.join(', ') || 'unchanged'}`;
      }),
  },
  'far-database': {
    title: ([{ rttMs }]) => `The round trip to the database takes ${rttMs} ms (DB_RTT_MS).`,
    text: ([{ measuredMs }]) =>
      measuredMs.length > 0
        ? `Pings through the proxy took ${fixed(Math.min(...measuredMs), 1)} to ${fixed(Math.max(...measuredMs), 1)} ms before the load. The delay is the same for both drivers.`
        : 'No ping was recorded.',
  },
  'mixed-cores': {
    light: 'amber',
    title: ([{ kinds }]) => `The machine has cores of ${plural(kinds.length, 'kind')} (${kinds.join(' + ')}).`,
    text: 'The same work takes longer on some of them, so slices scatter more. make doctor says how to use those of one kind.',
  },
  calibration: {
    title: ([finding]) => calibrationCaveat(finding).title,
    text: ([finding]) => calibrationCaveat(finding).text,
    items: (finding) => calibrationCaveat(finding).items,
  },
} satisfies Words;

/** What stands at the end of the box. */
const LAST_WORDS = {
  'files-missing': {
    light: 'amber',
    title: ({ length }) => `${plural(length, 'measurement')} of the run with missing or broken files.`,
    text: 'Figures made from these files are absent.',
    items: (each, { where }) => `${where(each)}: ${each.files.join('; ')}`,
  },
  uncommitted: {
    light: 'amber',
    title: 'The checkout had uncommitted changes.',
    text: 'The commit above does not fully describe what was measured.',
  },
  note: { title: 'Notes from the run:', items: ({ note }, { machine }) => noteText(note, machine) },
} satisfies Words;

/** In the order of the box and of the statements. Bottlenecks and what is not compared are in the sentences about verdicts. */
export const WORDS: { [K in Kind]: WordsOf<K> } = {
  ...{ ...RUN_WORDS, bottleneck: {}, 'not-compared': {} },
  'nothing-measured': { statements: () => 'Nothing of this scenario was measured to its end.' },
  ...{ ...PART_WORDS, ...SCENARIO_WORDS, ...LAST_WORDS },
};

function fewRounds([{ least, most, needed }]: FindingOf<'few-rounds'>[]) {
  const range = `${least < most ? `${least} to ` : ''}${plural(most, 'round')}`;
  if (most < needed) return `Indicative: ${range}, no verdict.`;
  return `Indicative in part: ${range}, no verdict with fewer than ${needed}.`;
}

/** Of the calibration that a run, or a search for capacities, was compared with. */
export function calibrationCaveat(finding: FindingOf<'calibration'>): Caveat {
  if (finding.state === 'this run') {
    const text = 'All its targets are one target under several names. They differ by the noise of this machine, not by their stacks.';
    return { title: 'This run is a calibration.', text, items: [] };
  }
  if (finding.state === 'missing') {
    const knob = capabilitiesOf(finding.engine).measuresTargetTwice ? '' : ' ENGINE=native';
    const text = `The noise floor of this machine is not known. To measure it, run make calibrate${knob}.`;
    return { title: 'No calibration.', text, items: [] };
  }
  const text = `Made ${instant(finding.at)}.`;
  if (finding.state === 'other machine') {
    const title = `The calibration ${finding.runId} was made on another machine and is not used.`;
    return { title, text, items: finding.changed.map(changeText) };
  }
  const unknown = finding.unknownScenarios.map((scenario) => `${scenario}: no noise floor`);
  if (finding.state === 'empty') {
    return { title: `The calibration ${finding.runId} has no noise floor for these scenarios.`, text, items: unknown };
  }
  const { runId, isPaired, earlier, changed, oldDays } = finding;
  const drift = isPaired ? 'The floor falls with the number of rounds.' : 'Drift between unpaired measurements does not average out.';
  return {
    title: `Noise floor from the calibration ${runId}.`,
    text: `${text} A difference inside the noise floor is not reported as one. ${drift}`,
    items: [
      ...unknown,
      ...earlier.map(({ scenario, runId: source }) => `${scenario}: from ${source}`),
      ...changed.map(changeText),
      ...(oldDays === null ? [] : [`it is ${oldDays} days older than this run`]),
    ],
  };
}

type Found = Pick<Figures, 'run' | 'findings'>;

const KINDS = keysOf(WORDS);

/** @returns what the reader must know before concluding anything, the general ones first */
export function caveats({ run, findings }: Found): Caveat[] {
  const names = namesOf(run);
  return said(findings, ({ title, text = '', items = () => [] }, found) =>
    title === undefined
      ? []
      : { title: written(title, found), text: written(text, found), items: found.flatMap((each) => items(each, names)) },
  );
}

/** May a reader decide from this run? @returns the worst of what was found, and the titles of what is as bad */
export function trust({ findings }: Found): { light: 'green' | Light; why: string[] } {
  const judged = said(findings, ({ light: given, title }, found) => {
    const light = typeof given === 'function' ? given(found) : given;
    return light && title ? { light, title: written(title, found) } : [];
  });
  const light = judged.some((each) => each.light === 'red') ? 'red' : judged.length > 0 ? 'amber' : 'green';
  return { light, why: judged.filter((each) => each.light === light).map(({ title }) => title) };
}

/** @returns what is to be said about it beside its verdicts, in the order of the targets */
export function statements({ run, findings }: Found, scenario: string): string[] {
  const placeOf = (finding: Finding) => ('target' in finding ? run.targets.indexOf(finding.target) : -1);
  const own = findings.filter((finding) => finding.scope !== 'run' && finding.scenario === scenario);
  own.sort((one, other) => placeOf(one) - placeOf(other));
  return said(own, (words, found) => words.statements?.(found, namesOf(run)) ?? []);
}

/** @returns of those of a kind together, in the order of the words */
function said<T>(findings: Finding[], say: <K extends Kind>(words: WordsOf<K>, found: FindingOf<K>[]) => T | T[]): T[] {
  return KINDS.flatMap(<K extends Kind>(kind: K) => {
    const found = findings.filter((each): each is FindingOf<K> => each.kind === kind);
    return found.length > 0 ? say<K>(WORDS[kind], found) : [];
  });
}

function written<T>(words: string | ((found: T[]) => string), found: T[]): string {
  return typeof words === 'function' ? words(found) : words;
}
