/**
 * Reads one row by its primary key; ids are spread over the seeded rows. Compares JDBC with R2DBC, and their connection pools.
 *
 *   k6 run k6/read.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';
import { randomInt } from './lib/random.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('read');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => {
  const id = randomInt(1, 10_000);
  return http.get(`${baseUrl}/members/${id}`);
});
