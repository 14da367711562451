/**
 * Counts primes like heavy.js, with a Thread.yield() at every prime found: what it costs when threads offer the CPU to each other.
 *
 *   k6 run k6/heavy-yield.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('heavy-yield');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
