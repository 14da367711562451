/**
 * Counts primes as heavy.js does, up to 25 times the limit: tens of milliseconds of CPU per request. This is the calculator of study S4.
 *
 *   k6 run k6/calculator.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('calculator');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => http.get(`${baseUrl}/heavy?limit=500000`));
