/**
 * Takes one of an event's 100 places under a row lock. The first 100 requests get 200, all others 409.
 *
 *   k6 run k6/lock.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { loadTest } from './lib/load-test.js';
import { answersMetric } from './lib/summary.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('lock');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(200, 409));

const taken = new Counter(answersMetric(200));
const soldOut = new Counter(answersMetric(409));

export default iteration((baseUrl) => {
  const response = http.post(`${baseUrl}/events/1/places`);
  if (response.status === 200) taken.add(1);
  if (response.status === 409) soldOut.add(1);
  return response;
});
