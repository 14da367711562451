/** A bundle as it may be published: only fields that this project knows, without private names, paths and commands. It notes which samples figures are made of. */
import { withoutPrivate, type Private } from './private.ts';
import type { Bundle, LabelledSample, Metrics } from '../../record/raw-part.ts';
import type { Run } from '../../record/run.ts';

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

/** @returns the same without what is private; `asked`: metrics, of targets and the downstream service alike */
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
