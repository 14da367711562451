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
export {};
