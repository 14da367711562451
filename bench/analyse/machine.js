/** What of a machine a noise floor depends on. */
const FIELDS = ['cpuModel', 'cores', 'kernel'];

/**
 * @param {Record<string, any> | undefined} one as in run.json
 * @param {Record<string, any> | undefined} other
 * @returns {boolean}
 */
export function sameMachine(one, other) {
  return Boolean(one && other) && FIELDS.every((field) => one?.[field] === other?.[field]);
}
