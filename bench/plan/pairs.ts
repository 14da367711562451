/** Which targets and scenarios a run has, which of their pairs are measured, and what the targets are compared with. */
import { UsageError } from '../util/errors.ts';
import { fitting, unfitReason, type Catalogue } from '../record/catalogue.ts';

type Names = { targets: string[]; scenarios: string[] };

const ALL = 'all';
const PREFERRED_BASELINE = 'mvc';

/** @param name of the knob @param value names, separated by commas @returns in the order of those known, each once; all without a value */
export function chooseNames<Name extends string>(name: string, value: string | undefined, known: readonly Name[]): Name[] {
  if (!value) return [...known];
  const chosen = value.split(',').map((part) => part.trim());
  const wrong = chosen.find((part) => !known.some((each) => each === part));
  if (wrong !== undefined) throw new UsageError(`${name}=${value}: '${wrong}' is unknown; accepted: ${known.join(', ')}`);
  return known.filter((part) => chosen.includes(part));
}

/** @param value of TARGETS: names, `all`, or nothing: the core @param how `flawed`: may those with a fault be named? */
export function chooseTargets(value: string | undefined, { targets }: Catalogue, { flawed = false } = {}): string[] {
  const all = Object.keys(targets).filter((name) => !targets[name].flawed);
  return choose('TARGETS', value, targets, { all, known: flawed ? Object.keys(targets) : all });
}

/** @param value of SCENARIOS: names, `all`, or nothing: the core @throws {UsageError} for an unknown name */
export function chooseScenarios(value: string | undefined, { scenarios }: Catalogue): string[] {
  const all = Object.keys(scenarios);
  return choose('SCENARIOS', value, scenarios, { all, known: all });
}

type Entries = Record<string, { extended?: boolean }>;

function choose(knob: string, value: string | undefined, entries: Entries, { all, known }: { all: string[]; known: string[] }) {
  if (!value) return all.filter((name) => !entries[name].extended);
  return value.trim() === ALL ? all : chooseNames(knob, value, known);
}

/** @param value of BASELINE @param targets of the run @returns that the others are compared with @throws {UsageError} for another target */
export function chooseBaseline(value: string | undefined, targets: string[]): string {
  if (!value) return targets.includes(PREFERRED_BASELINE) ? PREFERRED_BASELINE : targets[0];
  if (!targets.includes(value)) throw new UsageError(`BASELINE=${value}: not in this run; accepted: ${targets.join(', ')}`);
  return value;
}

/** Those named must each fit one of the others; those of the default or `all` that fit none are left out. @throws {UsageError} with the reason */
export function withPairs(catalogue: Catalogue, { targets, scenarios }: Names, env: Record<string, string | undefined>): Names {
  const withTarget = scenarios.filter((scenario) => targets.some(fitting(catalogue, scenario)));
  const withScenario = targets.filter((target) => scenarios.some((scenario) => fitting(catalogue, scenario)(target)));
  const scenario = (isNamed(env.SCENARIOS) || withTarget.length === 0) && scenarios.find((name) => !withTarget.includes(name));
  if (scenario) {
    const reasons = targets.map((target) => `${target} (${unfitReason(catalogue, target, scenario)})`);
    throw new UsageError(`SCENARIOS=${env.SCENARIOS ?? ''}: ${scenario} is not measured on ${reasons.join(', ')}`);
  }
  const target = isNamed(env.TARGETS) && targets.find((name) => !withScenario.includes(name));
  if (target) {
    const reasons = scenarios.map((name) => `${name} (${unfitReason(catalogue, target, name)})`);
    throw new UsageError(`TARGETS=${env.TARGETS}: ${target} is not measured in ${reasons.join(', ')}`);
  }
  return { targets: withScenario, scenarios: withTarget };
}

function isNamed(value = '') {
  return value !== '' && value.trim() !== ALL;
}

/** @returns their pairs that are not measured */
export function unfitPairs(catalogue: Catalogue, { targets, scenarios }: Names): { target: string; scenario: string; reason: string }[] {
  return scenarios.flatMap((scenario) =>
    targets.flatMap((target) => {
      const reason = unfitReason(catalogue, target, scenario);
      return reason === null ? [] : [{ target, scenario, reason }];
    }),
  );
}

/** @returns downstream services that they need, each once */
export function needsOf(catalogue: Pick<Catalogue, 'scenarios'>, scenarios: string[]): string[] {
  return [...new Set(scenarios.flatMap((scenario) => catalogue.scenarios[scenario].needs ?? []))];
}
