/**
 * Inserts one row with a generated key. Compares the drivers when the database writes.
 *
 *   k6 run k6/create.js -e TARGET=mvc
 *
 * All variables: lib/load-test.js.
 */
import http from 'k6/http';
import { loadTest } from './lib/load-test.js';

const { iteration, options, setup, teardown, handleSummary } = loadTest('create');

export { options, setup, teardown, handleSummary };

// Any other status counts as failed. lib/iteration.js compares some of the answers with the catalogue.
http.setResponseCallback(http.expectedStatuses(201));

const body = JSON.stringify({ name: 'newcomer', age: 30, teamId: 7 });
const params = { headers: { 'content-type': 'application/json' } };

export default iteration((baseUrl) => http.post(`${baseUrl}/members`, body, params));
