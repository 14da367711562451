/**
 * Reads four rows by their primary keys for one answer: in parallel where the stack can, otherwise one after the other.
 *
 *   k6 run k6/aggregate.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';
import { randomInt } from './lib/random.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('aggregate');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => {
  const id = randomInt(1, 9997);
  return http.get(`${baseUrl}/aggregate/${id}`);
});
