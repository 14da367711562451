/**
 * What all parts of a run share.
 *
 * @typedef {object} PartContext
 * @property {import('../../record/run.js').Run} run its plan and circumstances; its parts and notes may be older than the record
 * @property {string | null} catalogueFile for the scripts, where it is not the checkout's
 * @property {string} root of the checkout
 * @property {string} k6Bin
 * @property {import('../../engines/engine.js').Engine} engine
 * @property {import('../jvms.js').Jvms} jvms
 * @property {import('../progress.js').Progress} progress
 * @property {import('../spent.js').Spent} spent
 */

/**
 * @param {Omit<PartContext, 'jvms' | 'progress' | 'spent'>} context
 * @param {string} scenario
 * @returns {import('../generators/start.js').BlocksSubject} what its load is put on, and by what
 */
export function subjectOf({ engine, root, k6Bin, catalogueFile, run }, scenario) {
  const setupSeconds = run.verified?.setupSeconds?.[scenario];
  return { engine, root, k6Bin, catalogueFile, runId: run.id, scenario, setupSeconds };
}
