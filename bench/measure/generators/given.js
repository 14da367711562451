/** What the generators have, and where. */

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'generators' | 'clusterNodes'>} engine
 * @returns {Pick<import('../../record/json/circumstances.js').Limits, 'generatorCpus' | 'nodes' | 'runnerMachine'>}
 */
export function givenToGenerators({ generators, clusterNodes }) {
  return { generatorCpus: generators[0].cpus, ...clusterNodes?.() };
}
