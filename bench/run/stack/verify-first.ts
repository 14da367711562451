/** Targets are measured only if they do the same work. */
import { RunAborted } from '../../util/errors.ts';
import { verify, type Verification } from '../../verify/index.ts';
import { roundTrips } from '../../verify/statements.ts';
import type { Command } from '../../setup/command.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Run } from '../../record/run.ts';

type Verified = Pick<Run, 'refused'> & { verified: NonNullable<Run['verified']> };

/**
 * The verification must refuse a flawed target, else it is worth nothing. The target is measured anyway, to show what the fault causes.
 * @param command with the catalogue of the run
 * @param engine all its services and targets are up
 * @returns fields of run.json; `refused`: the fault of each flawed target
 * @throws {RunAborted} after all differences were printed
 */
export async function verifyFirst(
  { catalogue, log, warn }: Command,
  engine: Engine,
  { targets, scenarios, databaseRttMs }: Pick<Run, 'targets' | 'scenarios'> & Partial<Pick<Run, 'databaseRttMs'>>,
): Promise<Verified> {
  const verification = await verify({ catalogue, engine, targets, scenarios, databaseRttMs, short: true });
  const flawed = targets.filter((name) => catalogue.targets[name].flawed);
  const ofFlawed = verification.refused.filter(({ target }) => flawed.includes(target));
  const others = verification.differences.filter((each) => !ofFlawed.some(({ sentence }) => sentence === each));
  if (others.length > 0) {
    for (const difference of others) warn(difference);
    throw new RunAborted('not measured: the targets do not do the same work (details above; make verify shows all)');
  }
  const refused: Record<string, string> = {};
  for (const name of flawed) {
    const found = ofFlawed.find(({ target }) => target === name);
    if (!found) throw new RunAborted(`not measured: ${name} shows a fault, and the verification did not find it`);
    refused[name] = found.sentence;
  }
  for (const fault of Object.values(refused)) warn(`refused, and measured only to show what it causes: ${fault}`);
  const honest = targets.filter((name) => !flawed.includes(name));
  const { at, seconds } = verification;
  const same = honest.length === 1 ? 'does what its scenarios ask for' : 'do the same work';
  log(`verified in ${Math.round(seconds)} s: ${honest.join(', ')} ${same}`);
  return { verified: { at, seconds, targets: honest, scenarios, roundTrips: roundTripsOf(verification) }, refused };
}

function roundTripsOf({ scenarios, rows }: Verification): Verified['verified']['roundTrips'] {
  return Object.fromEntries(
    scenarios.map((name) => {
      const own = rows.filter(({ scenario }) => scenario === name);
      return [name, Object.fromEntries(own.map(({ target, statements }) => [target, roundTrips(statements)]))];
    }),
  );
}
