/**
 * Reads the six documents of documents.js one after the other on every target. Shows the driver without the parallelism.
 *
 *   k6 run k6/documents-sequential.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';
import { randomInt } from './lib/random.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('documents-sequential');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200));

export default iteration((baseUrl) => {
  const id = randomInt(1, 9995);
  return http.get(`${baseUrl}/documents-sequential/${id}`);
});
