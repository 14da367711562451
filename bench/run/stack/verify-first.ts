/** Targets are measured only if they do the same work. */
import { RunAborted } from '../../util/errors.ts';
import { verify, type Verification } from '../../verify/index.ts';
import { roundTrips } from '../../verify/statements.ts';
import type { Command } from '../../setup/command.ts';
import type { Engine } from '../../engines/engine.ts';

/** by scenario and target, to the database, in each request */
type RoundTrips = Record<string, Record<string, number>>;

/**
 * The verification must refuse a flawed target, else it is worth nothing. The target is measured anyway, to show what the fault causes.
 * @param engine all its services and targets are up
 * @returns fields of run.json; `refused`: the fault of each flawed target
 * @throws {RunAborted} after all differences were printed
 */
export async function verifyFirst(
  { catalogue, log, warn }: Command,
  engine: Engine,
  { targets, scenarios, databaseRttMs }: { targets: string[]; scenarios: string[]; databaseRttMs?: number | null },
): Promise<{
  verified: { at: string; seconds: number; targets: string[]; scenarios: string[]; roundTrips: RoundTrips };
  refused: Record<string, string>;
}> {
  const verification = await verify({ catalogue, engine, targets, scenarios, databaseRttMs, short: true });
  const flawed = targets.filter((name) => catalogue.targets[name].flawed);
  const ofFlawed = verification.refused.filter(({ target }) => flawed.includes(target));
  const found = Object.fromEntries(flawed.map((name) => [name, ofFlawed.find(({ target }) => target === name)?.sentence]));
  const others = verification.differences.filter((each) => !ofFlawed.some(({ sentence }) => sentence === each));
  if (others.length > 0) {
    for (const difference of others) warn(difference);
    throw new RunAborted('not measured: the targets do not do the same work (details above; make verify shows all)');
  }
  const missed = flawed.find((name) => found[name] === undefined);
  if (missed) throw new RunAborted(`not measured: ${missed} shows a fault, and the verification did not find it`);
  for (const name of flawed) warn(`refused, and measured only to show what it causes: ${found[name]}`);
  const honest = targets.filter((name) => !flawed.includes(name));
  const { at, seconds } = verification;
  const same = honest.length === 1 ? 'does what its scenarios ask for' : 'do the same work';
  log(`verified in ${Math.round(seconds)} s: ${honest.join(', ')} ${same}`);
  const refused = found as Record<string, string>;
  return { verified: { at, seconds, targets: honest, scenarios, roundTrips: roundTripsOf(verification) }, refused };
}

function roundTripsOf({ scenarios, rows }: Verification): RoundTrips {
  return Object.fromEntries(
    scenarios.map((name) => {
      const own = rows.filter(({ scenario }) => scenario === name);
      return [name, Object.fromEntries(own.map(({ target, statements }) => [target, roundTrips(statements)]))];
    }),
  );
}
