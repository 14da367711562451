/**
 * Reads six MongoDB documents by id: one after the other where the handler waits, in parallel where it does not.
 *
 *   k6 run k6/documents.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';
import { randomInt } from './lib/random.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('documents');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => {
  const id = randomInt(1, 9995);
  return http.get(`${baseUrl}/documents/${id}`);
});
