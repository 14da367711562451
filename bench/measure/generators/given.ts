/** What the generators have, and where. */
import type { Engine } from '../../engines/engine.ts';
import type { Limits } from '../../record/json/circumstances.ts';

export function givenToGenerators(
  engine: Pick<Engine, 'generators' | 'clusterNodes'>,
): Pick<Limits, 'generatorCpus' | 'nodes' | 'runnerMachine'> {
  return { generatorCpus: engine.generators[0].cpus, ...engine.clusterNodes?.() };
}
