/**
 * Counts primes as heavy.js does, and calls Thread.yield() at every prime. Shows what it costs when threads offer the CPU to each other.
 *
 *   k6 run k6/heavy-yield.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('heavy-yield');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => http.get(`${baseUrl}/heavy-yield?limit=20000`));
