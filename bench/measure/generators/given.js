/** What the generators have, and where. */

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'generators' | 'clusterNodes'>} engine
 * @returns {Pick<import('../../record/json/circumstances.js').Limits, 'generatorCpus' | 'nodes' | 'runnerMachine'>}
 */
export function givenToGenerators(engine) {
  return { generatorCpus: engine.generators[0].cpus, ...engine.clusterNodes?.() };
}
