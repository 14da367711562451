/**
 * Subscribes to streams of server-sent events, one event per second. Counts the events, and how late the last one of each stream comes.
 *
 *   k6 run k6/connections/stream.js -e TARGET=mvc
 *
 * All variables: ../lib/hold-test.js.
 */
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { EVENTS_METRIC, LATE_METRIC, eventsOf, loadSeconds } from '../lib/hold.js';
import { holdTest } from '../lib/hold-test.js';

const { holding, active, options, setup, handleSummary } = holdTest('stream');

export { active, options, setup, handleSummary };

// Any other status counts as failed.
http.setResponseCallback(http.expectedStatuses(200));

const events = new Counter(EVENTS_METRIC);
const late = new Trend(LATE_METRIC, true);

export default holding((baseUrl, hold) => {
  const expected = eventsOf(hold);
  const timeout = `${2 * loadSeconds(hold)}s`;
  const response = http.get(`${baseUrl}/stream?events=${expected}`, { responseType: 'text', timeout });
  const received = String(response.body ?? '').split('data:').length - 1;
  events.add(received);
  if (received === expected) late.add(response.timings.duration - (expected - 1) * 1000);
  return response;
});
