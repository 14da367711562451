/**
 * The same four rows, one statement after the other on every stack: the twin of aggregate.js.
 *
 *   k6 run k6/aggregate-sequential.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('aggregate-sequential');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
