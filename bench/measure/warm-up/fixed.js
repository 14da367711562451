/** Warms one target up as others have done it: under its CPU limit and for a fixed time, steady or not. `make sweep OVER=warmup` compares such warm-ups. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadFor } from './alone.js';
import { Steadiness } from './steadiness.js';
import { usageOf } from './usage.js';

/** @typedef {import('../../record/cell.js').RecordedWarmUp} RecordedWarmUp */

/**
 * @param {import('../generators/start.js').Subject} subject
 * @param {object} how
 * @param {import('../../record/catalogue.js').Catalogue} how.catalogue
 * @param {import('../../plan/variants/warm-ups.js').FixedWarmUp} how.fixed
 * @param {number} how.mostVus of the load that follows
 * @param {string} how.dir folder for warmup.hlog and k6-warmup.log
 * @param {import('./alone.js').OnLook} how.onLook
 * @returns {Promise<RecordedWarmUp & { exit: string | null }>} `exit`: how a k6 failed, in a sentence; null if none did
 */
export async function warmUpFixed(subject, { catalogue, fixed, mostVus: vus, dir, onLook }) {
  const { bursts, burstSeconds, pauseSeconds } = fixed;
  const usage = () => usageOf(subject.engine.endpoints.metrics(subject.target));
  const steadiness = new Steadiness({ limitInTurn: false });
  const startMs = performance.now();
  /** @type {string | null} */
  let exit = null;
  while (exit === null && steadiness.bursts < bursts) {
    const before = await usage();
    const burst = await loadFor(subject, { catalogue, vus, seconds: burstSeconds, dir, onLook });
    steadiness.add(burst.perSecond, { before, after: await usage(), seconds: burstSeconds });
    exit = burst.exit;
    if (exit === null) await sleep(pauseSeconds * 1000);
  }
  const { perSecond, compilingShare, isSteady: steady, untilWarm } = steadiness;
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const load = { scenario: subject.scenario, vus: [vus], quotaLifted: false, limitInTurn: false };
  return { ...load, seconds, perSecond, compilingShare, steady, untilWarm, exit };
}
