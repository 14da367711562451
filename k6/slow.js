/**
 * Reads one row of ten; the database sleeps for 1 ms at each of them. The connection pool is the bottleneck.
 *
 *   k6 run k6/slow.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('slow');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => http.get(`${baseUrl}/slow`));
