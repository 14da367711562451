/**
 * Counts primes like heavy.js, up to 25 times the limit: the calculator of study S4, at tens of milliseconds of CPU per request.
 *
 *   k6 run k6/calculator.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('calculator');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
