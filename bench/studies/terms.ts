/** What studies are written with. */
import type { Claim, Conclusion, Says, Study } from './types.ts';

/** @returns knobs of a run: one level, slices as long as those of PROFILE=quick */
export function atOnce(users: number, seconds = 5): Record<string, string> {
  return { VUS_START: String(users), VUS_STEP: '0', STAGES: '1', SLICE_SECONDS: String(seconds) };
}

type Faster = Omit<Extract<Says, { says: 'faster' }>, 'says'>;

/** @returns a claim for each pair */
export function faster(scenario: string, those: string[], than: string[], more: Faster & { run?: string } = {}): Claim[] {
  return those.flatMap((one) => than.map((other) => ({ scenario, says: 'faster', targets: [one, other], ...more })));
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
export function alsoWithJdbcClient(conclusions: Conclusion[]): Conclusion[] {
  return conclusions.flatMap(({ text, claims }) => {
    if (!claims.some(({ targets }) => targets.some((target) => JDBC_CLIENT[target]))) return [{ text, claims }];
    const others = claims.map((claim) => ({ ...claim, targets: claim.targets.map((target) => JDBC_CLIENT[target] ?? target) }));
    return [
      { text, claims },
      { text: `With JdbcClient in place of JPA: ${text}`, claims: others },
    ];
  });
}
