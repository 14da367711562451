/**
 * Holds idle connections, with one request a minute on each. Shows what a connection costs that has nothing to do.
 *
 *   k6 run k6/connections/idle.js -e TARGET=mvc
 *
 * All variables: ../lib/hold-test.js.
 */
import http from 'k6/http';
import { holdTest } from '../lib/hold-test.js';

const { holding, active, options, setup, handleSummary } = holdTest('idle');

export { active, options, setup, handleSummary };

// Any other status counts as failed.
http.setResponseCallback(http.expectedStatuses(200));

export default holding((baseUrl) => http.get(`${baseUrl}/simple`));
