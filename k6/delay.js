/**
 * Answers after 1 s, and no thread waits meanwhile. Shows how many requests a stack can hold at a time.
 *
 *   k6 run k6/delay.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('delay');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => http.get(`${baseUrl}/delay?millis=1000`));
