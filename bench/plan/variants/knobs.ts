/** The knobs that can be swept: the values that each takes, and what a variant is called. */
import { defaultTargetCpus, type Collector } from '../../engines/common/given.ts';
import { LIMITS } from '../../record/json/limits.ts';
import type { Cache, Knob } from '../../record/variant.ts';

/** what this machine has */
export interface Found {
  cores: number;
  memoryMb: number;
  /** versions of the JDKs that can run the targets, first the one that other runs use */
  jdks: string[];
  /** that it can use */
  collectors: string[];
}

interface Swept {
  /** that sets it for all targets of other runs */
  option: string;
  /** in a message */
  accepted: string;
  accepts: (value: string) => boolean;
  /** by default */
  values: (found: Found) => string[];
  /** what other runs have */
  usual: (found: Found) => string;
  /** does it change the command of a JVM? A target that is none has no such knob */
  isOfJvm?: boolean;
  /** a few, as they name a variant */
  words: (value: string) => string;
  /** variables that change it */
  environment?: (value: string) => Record<string, string>;
}

/** That of services/jvm.args. */
export const HEAP_MB = 512;
const COLLECTOR_WORDS: Record<Collector, string> = {
  serial: 'Serial',
  g1: 'G1',
  parallel: 'Parallel',
  zgc: 'ZGC',
  shenandoah: 'Shenandoah',
};
const CACHE_WORDS: Record<Cache, string> = { none: 'no cache', cds: 'CDS', aot: 'AOT cache' };

export const KNOBS: Record<Knob, Swept> = {
  gc: {
    option: LIMITS.gc.option,
    ...named(COLLECTOR_WORDS),
    values: ({ collectors }) => collectors,
    usual: () => 'serial',
    isOfJvm: true,
  },
  pool: {
    option: LIMITS.poolSize.option,
    ...whole(1, 1000),
    values: () => ['5', '10', '20', '50', '100', '200'],
    usual: () => String(LIMITS.poolSize.usual),
    words: (value) => `pool ${value}`,
    environment: (value) => ({ [LIMITS.poolSize.variable]: value }),
  },
  heap: {
    option: LIMITS.jvmArgs.option,
    ...whole(64, 65_536, ' of MB'),
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
    ...named(CACHE_WORDS),
    values: () => Object.keys(CACHE_WORDS),
    usual: () => 'none',
    isOfJvm: true,
  },
};

/** @param words of each value */
function named(words: Record<string, string>): Pick<Swept, 'accepted' | 'accepts' | 'words'> {
  const accepted = Object.keys(words).join(', ');
  return { accepted, accepts: (value) => Object.hasOwn(words, value), words: (value) => words[value] };
}

function whole(from: number, to: number, unit = ''): Pick<Swept, 'accepted' | 'accepts'> {
  const accepts = (value: string) => /^[1-9]\d*$/.test(value) && Number(value) >= from && Number(value) <= to;
  return { accepted: `whole numbers${unit} from ${from} to ${to}`, accepts };
}
