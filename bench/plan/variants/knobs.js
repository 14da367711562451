/** The knobs that can be swept: the values that each takes, and what a variant is called. */
import { defaultTargetCpus } from '../../engines/jvm.js';
import { COLLECTORS, LIMITS } from '../../record/json/limits.js';
import { CACHES } from '../../record/variant.js';

/** @typedef {import('../../record/variant.js').Knob} Knob */
/**
 * @typedef {object} Found what this machine has
 * @property {number} cores
 * @property {number} memoryMb
 * @property {string[]} jdks versions of the JDKs that can run the targets, first the one that other runs use
 * @property {string[]} collectors that it can use
 *
 * @typedef {object} Swept how a knob is swept
 * @property {string} option that sets it for all targets of other runs
 * @property {string} accepted in a message
 * @property {(value: string) => boolean} accepts
 * @property {(found: Found) => string[]} values by default
 * @property {(found: Found) => string} usual what other runs have
 * @property {boolean} [isOfJvm] does it change the command of a JVM? A target that is none has no such knob
 * @property {(value: string) => string} words a few, as they name a variant
 * @property {(value: string) => Record<string, string>} [environment] variables that change it
 */

/** That of services/jvm.args. */
export const HEAP_MB = 512;
/** @type {Record<typeof COLLECTORS[number], string>} */
const COLLECTOR_WORDS = { serial: 'Serial', g1: 'G1', parallel: 'Parallel', zgc: 'ZGC', shenandoah: 'Shenandoah' };
/** @type {Record<typeof CACHES[number], string>} */
const CACHE_WORDS = { none: 'no cache', cds: 'CDS', aot: 'AOT cache' };

/** @type {Record<Knob, Swept>} */
export const KNOBS = {
  gc: {
    option: LIMITS.gc.option,
    accepted: COLLECTORS.join(', '),
    accepts: (value) => COLLECTORS.some((each) => each === value),
    values: ({ collectors }) => collectors,
    usual: () => 'serial',
    isOfJvm: true,
    words: (value) => COLLECTOR_WORDS[/** @type {typeof COLLECTORS[number]} */ (value)],
  },
  pool: {
    option: LIMITS.poolSize.option,
    accepted: 'whole numbers from 1 to 1000',
    accepts: isWhole(1, 1000),
    values: () => ['5', '10', '20', '50', '100', '200'],
    usual: () => String(LIMITS.poolSize.usual),
    words: (value) => `pool ${value}`,
    environment: (value) => ({ [LIMITS.poolSize.variable]: value }),
  },
  heap: {
    option: LIMITS.jvmArgs.option,
    accepted: 'whole numbers of MB from 64 to 65536',
    accepts: isWhole(64, 65_536),
    values: () => ['128', '256', '512', '1024'],
    usual: () => String(HEAP_MB),
    isOfJvm: true,
    words: (value) => `heap ${value} MB`,
  },
  cpus: {
    option: LIMITS.targetCpus.option,
    accepted: 'numbers of CPUs from 0.1 to 64',
    accepts: (value) => /^\d+(\.\d+)?$/.test(value) && Number(value) >= 0.1 && Number(value) <= 64,
    // The generator needs about as much as the target.
    values: ({ cores }) => ['0.25', '0.5', '1', '2', '4', '8'].filter((value) => Number(value) <= cores / 2),
    usual: () => String(defaultTargetCpus()),
    words: (value) => `${value} CPU`,
  },
  jdk: {
    option: 'JAVA_HOME',
    accepted: 'versions of JDKs that are found here',
    accepts: () => true,
    values: ({ jdks }) => jdks,
    usual: ({ jdks }) => jdks[0],
    isOfJvm: true,
    words: (value) => `Java ${value}`,
  },
  aot: {
    option: LIMITS.jvmArgs.option,
    accepted: CACHES.join(', '),
    accepts: (value) => CACHES.some((each) => each === value),
    values: () => [...CACHES],
    usual: () => 'none',
    isOfJvm: true,
    words: (value) => CACHE_WORDS[/** @type {typeof CACHES[number]} */ (value)],
  },
};

/** @param {number} from @param {number} to @returns {(value: string) => boolean} */
function isWhole(from, to) {
  return (value) => /^[1-9]\d*$/.test(value) && Number(value) >= from && Number(value) <= to;
}
