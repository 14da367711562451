/**
 * Counts primes by trial division. Shows how the stacks differ when the CPU is the bottleneck.
 *
 *   k6 run k6/heavy.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('heavy');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => http.get(`${baseUrl}/heavy?limit=20000`));
