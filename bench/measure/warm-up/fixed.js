/** Warms one target up as others have done it: under its CPU limit and for a fixed time, steady or not. `make sweep OVER=warmup` compares such warm-ups. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { warmUpFilesIn } from '../generators/files.js';
import { loadFor } from './alone.js';
import { compilationMs } from './compilers.js';
import { Steadiness } from './steadiness.js';

/** @typedef {import('../../record/cell.js').RecordedWarmUp} RecordedWarmUp */

/**
 * @param {import('../generators/start.js').Subject} subject
 * @param {object} how
 * @param {import('../../record/catalogue.js').Catalogue} how.catalogue
 * @param {import('../../plan/variants/warm-ups.js').FixedWarmUp} how.fixed
 * @param {number} how.vus of the load that follows
 * @param {string} how.dir folder for warmup.hlog, which does not stay, and k6-warmup.log
 * @param {import('./alone.js').OnLook} how.onLook
 * @returns {Promise<{ warmup: RecordedWarmUp, exit: string | null }>} `exit`: how a k6 failed, in a sentence; null if none did
 */
export async function warmUpFixed(subject, { catalogue, fixed, vus, dir, onLook }) {
  const { bursts, burstSeconds: seconds, pauseSeconds } = fixed;
  const compiledMs = () => compilationMs(subject.engine.endpoints.metrics(subject.target));
  const steadiness = new Steadiness({ kinds: 1 });
  const startMs = performance.now();
  /** @type {string | null} */
  let exit = null;
  while (exit === null && steadiness.bursts < bursts) {
    const beforeMs = await compiledMs();
    const burst = await loadFor(subject, { catalogue, vus, seconds, dir, onLook });
    steadiness.add(burst.perSecond, { beforeMs, afterMs: await compiledMs(), seconds });
    exit = burst.exit;
    if (exit === null) await sleep(pauseSeconds * 1000);
  }
  if (exit === null) rmSync(warmUpFilesIn(dir).hlog, { force: true });
  const { perSecond, compilingShare, isSteady: steady } = steadiness;
  const done = { seconds: Math.round((performance.now() - startMs) / 1000), perSecond, compilingShare, steady };
  return { warmup: { scenario: subject.scenario, vus: [vus], quotaLifted: false, limitInTurn: false, ...done }, exit };
}
