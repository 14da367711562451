/**
 * Makes the two calls of remote.js one after the other on every target. Shows the stack without the parallelism.
 *
 *   k6 run k6/remote-sequential.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('remote-sequential');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => http.get(`${baseUrl}/remote-sequential`));
