/**
 * One row by its primary key, ids spread over the seeded rows: JDBC against R2DBC, and their pools.
 *
 *   k6 run k6/read.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('read');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
