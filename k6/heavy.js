/**
 * Counts primes by trial division: what is left of the stacks when the CPU is the limit.
 *
 *   k6 run k6/heavy.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('heavy');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
