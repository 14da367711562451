/** Loads that several studies share. */

/** @returns knobs of a run: one level, slices as long as those of PROFILE=quick */
export function atOnce(users: number): Record<string, string> {
  return { VUS_START: String(users), VUS_STEP: '0', STAGES: '1', SLICE_SECONDS: '5' };
}
