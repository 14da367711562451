/**
 * One row of ten, for each of which the database sleeps 1 ms: the pool is the limit, and what waits for it.
 *
 *   k6 run k6/slow.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('slow');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
