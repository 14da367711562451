import { LiveDashboard } from '../../measure/live-dashboard.js';

/**
 * @param {import('../../setup/command.js').Command} command
 * @param {import('../../record/journal/run.js').RunJournal} journal
 * @returns {Promise<LiveDashboard | null>} null if its port is taken: the run continues without it
 */
export async function startLiveDashboard({ log, warn }, journal) {
  const live = new LiveDashboard();
  try {
    log(`k6's web dashboard: ${await live.start()}`);
  } catch (error) {
    warn(`LIVE=k6: ${/** @type {Error} */ (error).message}; the run continues without it`);
    return null;
  }
  journal.note({ kind: 'live-dashboard' });
  return live;
}
