/** What must not leave the machine of somebody who sends a result (names of the user and of the machine, and paths), and a bundle without it. */
import os from 'node:os';
import type { Bundle } from '../../record/bundle-reader.ts';
import type { LabelledSample, Metrics } from '../../record/samples.ts';
import type { Run } from '../../record/run.ts';

export interface Private {
  /** names that are looked for as whole words: of the user, of the machine */
  words: string[];
  /** whose paths are looked for wherever they are: the home folder, the checkout */
  folders: string[];
}

/** For a submission of somebody else: its paths are known by their form alone. */
export const NOBODY: Private = { words: [], folders: [] };

const URL_HOST = /\b([a-z][a-z0-9+.-]*:\/\/)(?!127\.0\.0\.1\b|localhost\b|\[)[^\s/'"]+/gi;
/** A slash at the start of a word, as in `-javaagent:/opt/agent.jar`, and what follows it; not the slash of requests/s. */
const PATH = /(?<=^|[\s'"`=:(,;[{<>|])(?:~|file:\/\/)?\/(?!\/|\s|$)[^\s'"`,;:)\]}<>|]*/g;
const WINDOWS_PATH = /(?<![A-Za-z])[A-Za-z]:\\[^\s'"`,;)\]}<>|]*/g;
/** Names of targets, states and the like are of this form: no name of a person is looked for in them. */
const PLAIN_NAME = /^[a-z0-9-]*$/;
/** An encoded histogram: its Base64 begins with that cookie, and may hold any short name between two signs. */
const HISTOGRAM = /\bHISTFAAA[A-Za-z0-9+/=]*/g;

/** @param checkout its folder @returns of this machine */
export function ofThisMachine(checkout: string): Private {
  const { username, homedir } = os.userInfo();
  return { words: [username, os.hostname(), os.hostname().split('.')[0]], folders: [checkout, homedir, os.homedir()] };
}

/** @returns without private names and paths; of its own result it makes the same */
export function withoutPrivate(text: string, { words, folders }: Private): string {
  let clean = text;
  for (const folder of longestFirst(folders)) if (folder.length > 1) clean = clean.replaceAll(folder, '/path');
  clean = clean.replace(URL_HOST, '$1[host]').replace(PATH, '[path]').replace(WINDOWS_PATH, '[path]');
  if (PLAIN_NAME.test(clean)) return clean;
  for (const word of longestFirst(words)) if (word !== '') clean = clean.replace(wholeWord(word), '[name]');
  return clean;
}

/** @param content of a file @returns the private names and folders that are still in it */
export function privateIn(content: string, { words, folders }: Private): string[] {
  // The style of a page is ours, and has words such as 'root'.
  const text = content.replaceAll(/<style>[^<]*<\/style>/g, '').replaceAll(HISTOGRAM, '');
  const left = [...words.filter((word) => word !== '' && wholeWord(word).test(text)), ...folders.filter((each) => text.includes(each))];
  return [...new Set(left)];
}

function wholeWord(word: string) {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'giu');
}

function longestFirst(texts: string[]) {
  return [...new Set(texts)].sort((one, other) => other.length - one.length);
}

/** Samples by metric that note which metrics were asked for. */
class NotedSamples extends Map<string, LabelledSample[]> {
  asked;

  constructor(samples: Metrics, asked: Set<string>) {
    super(samples);
    this.asked = asked;
  }

  override get(metric: string) {
    this.asked.add(metric);
    return super.get(metric);
  }
}

/** @returns the same with fields alone that this project knows, without private names, paths and commands; `asked`: metrics that figures are made of, of
 * targets and the downstream service alike */
export function publicBundle({ run, readPart }: Bundle, found: Private): { bundle: Bundle; asked: Set<string> } {
  const asked = new Set<string>();
  return {
    asked,
    bundle: {
      run: publicRun(run, found),
      readPart: (planned) => {
        const { part, rollup, missing, servers, downstream, ...rest } = readPart(planned);
        return {
          ...rest,
          ...publicRecord({ part, rollup, missing }, found),
          servers: new Map([...servers].map(([target, samples]) => [target, new NotedSamples(samples, asked)])),
          downstream: downstream && new NotedSamples(downstream, asked),
        };
      },
    },
  };
}

/** Cases are the verification's, commands start programs: no figure needs either. @returns with its own part of the catalogue alone */
function publicRun({ catalogue, ...rest }: Run, found: Private): Run {
  const { targets, scenarios, dependencies } = catalogue;
  const target = (name: string) => {
    const { environment } = targets[name];
    return { ...targets[name], command: undefined, environment: publicRecord(environment, found) };
  };
  const needed = new Set(rest.scenarios.flatMap((name) => scenarios[name].needs ?? []));
  return {
    ...publicRecord(rest, found),
    catalogue: {
      targets: Object.fromEntries(rest.targets.map((name) => [name, target(name)])),
      scenarios: Object.fromEntries(rest.scenarios.map((name) => [name, { ...scenarios[name], cases: [] }])),
      dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => needed.has(name))),
      settings: {},
    },
  };
}

/** What is published of a field, wherever it is. */
const FIELDS = new Map<string, (value: unknown) => unknown>([
  // Of processes that are not part of the run.
  ['processes', nameless],
  ['others', nameless],
  // An image is named after the registry that it is from.
  ['image', (value) => (typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value)],
  ['digest', (value) => (typeof value === 'string' ? (/sha256:[0-9a-f]{64}/.exec(value)?.[0] ?? '') : value)],
]);

function nameless(processes: unknown) {
  return Array.isArray(processes) ? processes.map((each) => ({ ...each, name: 'another process' })) : processes;
}

/** @param record as JSON has it @returns the same with every text in it without what is private */
function publicRecord<T>(record: T, found: Private): T {
  return JSON.parse(JSON.stringify(record), (key, value) => {
    const text = typeof value === 'string' ? withoutPrivate(value, found) : value;
    return FIELDS.get(key)?.(text) ?? text;
  });
}
