/** A study, an experiment that somebody published, as data; and what studies are written with. */
import type { StudyRun } from '../plan/study.ts';

export interface Study {
  /** what STUDY= takes */
  id: string;
  title: string;
  /** where it was published, what was done and the result, in a paragraph */
  source: string;
  /** what this project does differently, each a sentence with its reason */
  adapted: string[];
  /** measured one after the other */
  runs: StudyRun[];
  /** what was published as numbers; empty where only an order was */
  figures: Figure[];
  /** theirs, each in a sentence, with what it says of single comparisons: it holds if all of them do */
  conclusions: Record<string, Claim[]>;
}

/** a published number, and where ours is found */
export interface Figure {
  label: string;
  scenario: string;
  target: string;
  /** as published */
  theirs: Partial<Record<Quantity, string>>;
  /** why theirs is none */
  flaw?: string;
}

export type Quantity = 'rps' | 'requests' | 'latency' | 'threads' | 'cpu' | 'memory';

/** `targets`: the one that it is about first; `run`: the first that measures the scenario, where left out; always at the last level of users */
export type Claim = { run?: string; scenario: string; targets: string[] } & Says;

type Says =
  /** requests/s; `times`: by at least that factor; `orLevel`: or at least not slower */
  | { says: 'faster'; times?: number; orLevel?: boolean }
  /** requests/s */
  | { says: 'alike' }
  /** platform threads at their maximum */
  | { says: 'fewer threads' }
  /** platform threads at their maximum, beyond those of the other */
  | { says: 'no more threads'; atMost: number }
  /** successful requests within a slice */
  | { says: 'answered'; from: number; to: number };

/** @returns knobs of a run: one level, slices as long as those of PROFILE=quick */
export function atOnce(users: number, seconds = 5): Record<string, string> {
  return { VUS_START: String(users), VUS_STEP: '0', STAGES: '1', SLICE_SECONDS: String(seconds) };
}

type Faster = Omit<Extract<Says, { says: 'faster' }>, 'says'>;

type Names = string | string[];

/** @returns a claim for each pair of targets in each scenario */
export function faster(scenarios: Names, those: Names, than: Names, more: Faster & { run?: string } = {}): Claim[] {
  const pairs = [those].flat().flatMap((one) => [than].flat().map((other) => [one, other]));
  return [scenarios].flat().flatMap((scenario) => pairs.map((targets) => ({ scenario, says: 'faster', targets, ...more })));
}

export function fewerThreads(scenario: string, target: string, than: string): Claim {
  return { scenario, says: 'fewer threads', targets: [target, than] };
}

/** @returns the name of the run that measures it */
export function runOf({ runs }: Pick<Study, 'runs'>, { run, scenario }: { run?: string; scenario: string }): string | undefined {
  return run ?? runs.find(({ scenarios }) => scenarios.includes(scenario))?.name;
}

/** What three studies had on the blocking side, and what most targets of this project have. */
const JDBC_CLIENT: Record<string, string> = { 'mvc-jpa': 'mvc', 'webflux-jpa': 'webflux-jdbc' };

/** @returns each with what becomes of it if JdbcClient takes the place of JPA, where it is about JPA */
export function alsoWithJdbcClient(conclusions: Study['conclusions']): Study['conclusions'] {
  const all = Object.entries(conclusions).flatMap(([text, claims]): [string, Claim[]][] => {
    if (!claims.some(({ targets }) => targets.some((target) => JDBC_CLIENT[target]))) return [[text, claims]];
    const others = claims.map((claim) => ({ ...claim, targets: claim.targets.map((target) => JDBC_CLIENT[target] ?? target) }));
    return [
      [text, claims],
      [`With JdbcClient in place of JPA: ${text}`, others],
    ];
  });
  return Object.fromEntries(all);
}
