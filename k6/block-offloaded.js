/**
 * Sleeps 1 s where each stack's documentation says to block: a bounded scheduler behind Netty, the handler's thread behind Tomcat.
 *
 *   k6 run k6/block-offloaded.js -e TARGET=mvc
 *
 * TARGET is required; the load is a staircase of VUs, PROFILE=quick by default. All variables: lib/load-test.js.
 */
import { loadTest } from './lib/load-test.js';

const test = loadTest('block-offloaded');

export const options = test.options;

export const setup = test.verify;

export default test.request;

export const teardown = test.reportEnd;

export const handleSummary = test.summarise;
