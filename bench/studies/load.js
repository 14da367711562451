/** Loads that several studies share. */

/** @param {number} users @returns {Record<string, string>} variables of k6's scripts: all users at once, for as long as a step of PROFILE=quick */
export function atOnce(users) {
  return { VUS_START: String(users), VUS_STEP: '0', STAGES: '1', STAGE_SECONDS: '4' };
}
