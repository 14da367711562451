/**
 * Sleeps for 1 s on the handler's thread. Shows how many requests a stack's threads can carry at a time.
 *
 *   k6 run k6/block.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';
import { BACKLOG_TIMEOUT } from './lib/options.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('block');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

// Requests pile up here and may wait longer than k6's default timeout of 60 s.
const params = { timeout: BACKLOG_TIMEOUT };

export default iteration((baseUrl) => http.get(`${baseUrl}/block?millis=1000`, params));
