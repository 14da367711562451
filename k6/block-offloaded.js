/**
 * Sleeps for 1 s where the stack's documentation says to block: on Netty a bounded scheduler, on Tomcat the handler's thread.
 *
 *   k6 run k6/block-offloaded.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';
import { BACKLOG_TIMEOUT } from './lib/options.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('block-offloaded');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

// Requests pile up here and may wait longer than k6's default timeout of 60 s.
const params = { timeout: BACKLOG_TIMEOUT };

export default iteration((baseUrl) => http.get(`${baseUrl}/block-offloaded?millis=1000`, params));
