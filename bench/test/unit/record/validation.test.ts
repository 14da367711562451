/** A bundle may come from anybody: each field that is missing, null or of another type is refused in one line. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readCalibration } from '../../../record/results/calibration.ts';
import { readCapacity } from '../../../record/capacity.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { readPart } from '../../../record/part.ts';
import { readRollup } from '../../../record/rollup.ts';
import { readRun } from '../../../record/run.ts';
import { UsageError } from '../../../util/errors.ts';
import {
  plannedPart,
  recordedInstance,
  recordedSlice,
  recordedWarmUp,
  validCalibration,
  validCapacity,
  validPart,
  validRollup,
  validRun,
} from '../../fixtures/records.ts';
import { changed, placesIn, type Place } from '../../support/damage.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Note } from '../../../record/json/notes.ts';

const { targets, scenarios } = readCatalogue();
const catalogue = { targets: { mvc: targets.mvc }, scenarios: { read: scenarios.read }, dependencies: {}, settings: {} };
const planned = plannedPart();
const verified = { at: '2026-11-21T09:31:00Z', seconds: 1, targets: ['mvc'], scenarios: ['read'], roundTrips: { read: { mvc: 1 } } };
const warmup = recordedWarmUp({ untilWarm: { seconds: 10, requests: 1, cpuSeconds: 3 } });

/** of a file */
interface Kind {
  file: string;
  good: any;
  read: (dir: string) => unknown;
  /** fields that may be missing, without the numbers of list entries */
  optional: string[];
  nullable: string[];
}

/** @param names with blanks between them */
const under = (parent: string, names: string) => names.split(' ').map((name) => `${parent}.${name}`);

const LIMITS = under('limits', 'collector generatorCpus heapMb periodUs');
const VERSIONS = under('versions', 'java k6 mariadb influxdb node prometheus springBoot');
const IN_CATALOGUE = under('catalogue', 'scenarios.read.request.parameters targets.mvc.database targets.mvc.module');
const ASKED = ['databaseRttMs', 'gc', 'generatorCpus', 'poolSize', 'settings', 'targetCpus'];

/** One of each kind that has fields. */
const NOTES: Note[] = [
  { kind: 'other-speed', measure: 'memory', ratio: 1.4 },
  { kind: 'busy-machine', share: 0.3, processes: [{ name: 'chrome', cores: 0.4 }] },
  { kind: 'round-planned', round: 2, scenarios: [{ scenario: 'read', blocks: 3, blockVariance: 0.01, roundVariance: 0.002 }] },
  { kind: 'blocks-repeated', scenario: 'read', round: 1, blocks: 2 },
  { kind: 'rounds-ended', by: 'budget', rounds: 3, widest: { scenario: 'read', target: 'mvc', halfWidth: 0.08 } },
];

const KINDS: Kind[] = [
  {
    file: 'run.json',
    good: validRun({
      ...{ id: 'r1', catalogue, parts: [planned], verified, refused: { mvc: 'x' } },
      ...{ spentSeconds: { blocks: 20 }, notes: NOTES },
    }),
    read: readRun,
    optional: [...IN_CATALOGUE, 'gc'],
    nullable: [
      ...['commit', ...LIMITS, ...VERSIONS, ...ASKED, 'budgetSeconds', 'calibration', 'endedAt', 'halfWidth'],
      ...['notes[].scenarios[].blockVariance', 'notes[].scenarios[].roundVariance', 'notes[].widest', 'parts[].reason', 'verified'],
    ],
  },
  {
    file: 'part.json',
    good: validPart({
      ...{ warmups: { mvc: warmup }, yardstick: { memoryNs: 1, loopNs: 1 }, generators: [recordedInstance()] },
      ...{ checks: [{ name: 'counts', ok: true, detail: 'x' }], slices: [recordedSlice({ others: [{ name: 'chrome', cores: 0.4 }] })] },
    }),
    read: (dir) => readPart(dir, planned, validRun()),
    optional: [],
    nullable: [
      ...['databaseRtt', 'databaseRtt.setMs', 'reason', 'slices[].counts.influx', 'slices[].scrapes.slowestMs', 'yardstick'],
      ...under('generators[]', 'exitCode startMs requests.k6'),
      ...under('jvms.mvc', 'compilerCpuMs compilerWaitMs majorFaults readySeconds restRssBytes restartedBefore'),
      ...under('k6', 'exitCode httpReqs interrupted setupReqs'),
      ...under('warmups.mvc', 'compilingShare untilWarm untilWarm.cpuSeconds'),
    ],
  },
  {
    file: 'capacity.json',
    good: validCapacity({ id: 'r1', catalogue, notes: [{ kind: 'unseen-overload', trialSeconds: 6, sloP99Ms: 5000, share: 0.5 }] }),
    read: readCapacity,
    optional: [...IN_CATALOGUE, 'gc'],
    nullable: [
      ...['commit', ...LIMITS, ...VERSIONS, ...ASKED, 'calibration', 'endedAt', 'notes[].share'],
      ...under('results[]', 'capacity failure warmup warmup.compilingShare warmup.untilWarm'),
      ...under('results[].trials[]', 'p50Ms p95Ms p99Ms rps'),
    ],
  },
  {
    file: 'calibration.json',
    good: validCalibration({ earlier: { read: { runId: 'r', at: '2026-01-01T00:00:00Z' } } }),
    read: readCalibration,
    optional: [],
    nullable: [...LIMITS, ...VERSIONS, ...under('noise.read', 'cpu throughput'), ...under('unpairedNoise.read', 'cpu throughput')],
  },
  {
    file: 'rollup.json',
    good: validRollup({ userSeconds: [{ second: 1, iterations: 1, requests: 1 }] }),
    read: readRollup,
    optional: [],
    nullable: ['userSeconds'],
  },
];

/** What these have are names or statuses, not fields. */
const MAPS = [
  /^catalogue\.(targets|scenarios)$/,
  /\.(headers|parameters|statements)$/,
  /^verified\.roundTrips(\.read)?$/,
  /^(refused|noise|unpairedNoise|earlier|spentSeconds|warmups|jvms)$/,
];

/** @returns such as parts[0].round, or without the number parts[].round */
function nameOf(at: Place, numbered = true): string {
  const parts = at.map((key) => (typeof key === 'number' ? `[${numbered ? key : ''}]` : `.${key}`));
  return parts.join('').replace(/^\./, '');
}

/** @returns something of another type */
function otherType(value: any): unknown {
  if (value === null) return true;
  return typeof value === 'object' ? 7 : { not: 'this' };
}

/** @param text of the file @returns the message; null if it was accepted */
function refusalOfText({ file, read }: Kind, text: string): string | null {
  const folder = temporaryFolder({ [`r1/${file}`]: text });
  try {
    read(path.join(folder, 'r1'));
    return null;
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message.replace(/^.*\/r1\//, '');
  }
}

const refusal = (kind: Kind, content: unknown) => refusalOfText(kind, JSON.stringify(content));

for (const kind of KINDS) {
  describe(kind.file, () => {
    const places = placesIn(kind.good, Infinity);
    const isField = (at: Place) => {
      const parent = nameOf(at.slice(0, -1), false);
      return typeof at.at(-1) === 'string' && !MAPS.some((pattern) => pattern.test(parent));
    };

    /** @returns names of fields that were accepted */
    const acceptedOf = (all: Place[], change: (parent: any, key: string | number) => void): string[] => {
      const accepted = all.filter((at) => {
        const message = refusalOfText(kind, changed(kind.good, at, change));
        if (message !== null) assert.ok(message.startsWith(`${kind.file}: ${nameOf(at)} `) && !message.includes('\n'), message);
        return message === null;
      });
      return [...new Set(accepted.map((at) => nameOf(at, false)))].sort();
    };

    it('is accepted where all is well', () => {
      assert.equal(refusal(kind, kind.good), null);
    });

    it('is refused where a field is missing that is not optional', () => {
      const accepted = acceptedOf(places.filter(isField), (parent, key) => delete parent[key]);
      assert.deepEqual(accepted, kind.optional.toSorted());
    });

    it('is refused where a field is null that may not be', () => {
      const accepted = acceptedOf(places, (parent, key) => (parent[key] = null));
      assert.deepEqual(accepted, kind.nullable.toSorted());
    });

    it('is refused where a field is of another type', () => {
      const accepted = acceptedOf(places, (parent, key) => (parent[key] = otherType(parent[key])));
      assert.deepEqual(accepted, []);
    });

    it('is refused where it is no object', () => {
      for (const content of [null, [], 'text', 7]) assert.match(String(refusal(kind, content)), /accepted is an object$/);
    });
  });
}

/** What a file is refused for: fields that are changed, and the message. */
type Refused = Record<string, [changed: object, message: string][]>;

function isRefused(kind: Kind, refused: Refused) {
  for (const [name, cases] of Object.entries(refused)) {
    it(`is refused where it ${name}`, () => {
      for (const [changes, message] of cases) assert.equal(refusal(kind, { ...kind.good, ...changes }), `${kind.file}: ${message}`);
    });
  }
}

describe('run.json', () => {
  const [kind] = KINDS;
  const { mvc } = catalogue.targets;
  const part = (fields: object) => ({ parts: [{ ...planned, ...fields }] });
  const blocks = (...own: object[]) => part({ blocks: own });
  const days = (count: number) => ({ ...part({ blocks: Array(count).fill({ vus: 10, targets: ['mvc'] }) }), sliceSeconds: 86_400 });
  const rounds = 'accepted is a whole number from 1 to 10000';
  const commit = 'abcdef0123456789abcdef0123456789abcdef01';

  const REFUSED: Refused = {
    'would lead to another folder': [
      [{ id: '../x' }, 'id is "../x"; accepted is the name of its folder, "r1"'],
      [part({ round: '../x' }), `parts[0].round is "../x"; ${rounds}`],
      [part({ number: '../x' }), `parts[0].number is "../x"; ${rounds}`],
      [part({ scenario: 'a b' }), 'parts[0].scenario is "a b"; accepted is a name of lower-case letters, digits and hyphens'],
    ],
    'has rounds that are absurd, not whole or not planned': [
      ...[0, 1.5, 1e9, -1].map((count): [object, string] => [{ rounds: count }, `rounds is ${count}; ${rounds}`]),
      [part({ round: 3 }), 'parts[0].round is 3; accepted is a round up to 2'],
    ],
    'has parts that are absurd, not planned or not its own': [
      [part({ number: 0 }), `parts[0].number is 0; ${rounds}`],
      [part({ scenario: 'simple' }), 'parts[0].scenario is "simple"; accepted is one of its scenarios'],
      [blocks({ vus: 10, targets: ['mvc-vt'] }), 'parts[0].blocks is "mvc-vt"; accepted is its targets'],
      [blocks({ vus: 11, targets: ['mvc'] }), 'parts[0].blocks is 11; accepted is users of its levels'],
      [blocks(), 'parts[0].blocks is []; accepted is a list of 1 to 1000'],
      [blocks({ vus: 10, targets: [] }), 'parts[0].blocks[0].targets is []; accepted is a list of 1 to 1000'],
      [{ parts: [planned, planned] }, 'parts[1] is "read/1-1"; accepted is each part once'],
    ],
    'has a plan of blocks that nothing can carry out': [
      [{ sliceSeconds: 1 }, 'sliceSeconds is 1; accepted is a whole number from 2 to 86400'],
      [{ levels: [0] }, 'levels[0] is 0; accepted is a whole number from 1 to 20000'],
      [{ levels: [] }, 'levels is []; accepted is a list of 1 to 1000'],
      [{ blocks: 0 }, 'blocks is 0; accepted is a whole number from 1 to 1000'],
      [{ budgetSeconds: 0 }, 'budgetSeconds is 0; accepted is a whole number from 1 to 8640000'],
      [{ halfWidth: 2 }, 'halfWidth is 2; accepted is a number from 0 to 1'],
      [
        { spentSeconds: { sleep: 1 } },
        'spentSeconds.sleep is "sleep"; accepted is one of set-up, verification, jvm-starts, warm-ups, preparation, blocks, gaps, profiles',
      ],
    ],
    'has slices that take weeks: its figures would not fit in memory': [[days(11), 'its slices take 11 days; accepted are up to 10']],
    'has targets and scenarios that it does not have': [
      [{ targets: ['mvc', 'toString'] }, 'targets[1] is "toString"; accepted is a name of lower-case letters, digits and hyphens'],
      [{ targets: ['mvc', 'nope'] }, 'targets[1] is "nope"; accepted is an entry of its catalogue.targets, each once'],
      [{ scenarios: ['nope'] }, 'scenarios[0] is "nope"; accepted is an entry of its catalogue.scenarios, each once'],
      [{ baseline: 'mvc-vt' }, 'baseline is "mvc-vt"; accepted is one of its targets'],
    ],
    'has a colour that is none: it is drawn with': [
      [
        { catalogue: { ...catalogue, targets: { mvc: { ...mvc, colour: '"><script>' } } } },
        'catalogue.targets.mvc.colour is "\\"><script>"; accepted is a colour such as #0072B2',
      ],
    ],
    'is of another schema: the line names the commit which reads it': [
      [{ schema: 1, commit }, 'was written with schema 1; this version reads schema 4. To view it, check out commit abcdef012345'],
      [{ schema: 2, commit: 7 }, 'was written with schema 2; this version reads schema 4. To view it, check out an older commit'],
      [{ schema: 5 }, 'was written with schema 5; this version reads schema 4: a newer version reads it'],
    ],
    'has a field that is long, without repeating it in full': [
      [{ engine: 'x'.repeat(1000) }, `engine is "${'x'.repeat(59)}…; accepted is one of native, docker, kubernetes`],
    ],
  };
  isRefused(kind, REFUSED);

  it('is accepted with ten days of load, and with a part that repeats another', () => {
    assert.equal(refusal(kind, { ...kind.good, ...days(10) }), null);
    assert.equal(refusal(kind, { ...kind.good, parts: [planned, { ...planned, number: 2, attempt: 2 }] }), null);
  });

  it('is refused where a number is not finite', () => {
    const text = JSON.stringify({ ...kind.good, seed: 0 }).replace('"seed":0', '"seed":1e999');
    assert.match(String(refusalOfText(kind, text)), /seed is Infinity; accepted is a whole number/);
  });
});

describe('part.json', () => {
  const [, kind] = KINDS;
  const ok = 'accepted is a value in a part that is ok';
  const slices = (shown: string, ...own: object[]): [object, string] => [
    { slices: own.map((each) => recordedSlice(each)) },
    `slices is "${shown}"; accepted is the blocks of run.json, 1:1:10:mvc`,
  ];
  const startMs = 1_700_000_000_000;
  const times = (changes: object, message: string): [object, string] => [{ slices: [recordedSlice({ startMs, ...changes })] }, message];

  const REFUSED: Refused = {
    'is of another part than run.json says': [
      [{ round: 2 }, 'round is 2; accepted is 1, as in run.json'],
      [{ number: 2 }, 'number is 2; accepted is 1, as in run.json'],
      [{ scenario: 'simple' }, 'scenario is "simple"; accepted is "read", as in run.json'],
      [{ state: 'failed' }, 'state is "failed"; accepted is "ok", as in run.json'],
    ],
    'has other slices than those of its blocks': [
      slices('1:1:10:mvc-vt', { target: 'mvc-vt' }),
      slices('2:1:10:mvc', { slice: 2 }),
      slices('1:1:20:mvc', { vus: 20 }),
      slices('1:2:10:mvc', { block: 2 }),
      slices('1:1:10:mvc,2:1:10:mvc', {}, { slice: 2 }),
    ],
    'has slices that do not take as long as planned': [
      times({ seconds: 6 }, `slices[0].endMs is ${startMs + 6000}; accepted is ${startMs + 5000}, as planned in run.json`),
      times({ plateauStartMs: 1 }, `slices[0].plateauStartMs is 1; accepted is a time from ${startMs} to ${startMs + 5000}`),
      times({ plateauEndMs: 1 }, `slices[0].plateauEndMs is 1; accepted is a time from ${startMs} to ${startMs + 5000}`),
    ],
    'is ok without its figures': [
      [{ k6: null }, `k6 is null; ${ok}`],
      [{ startMs: null }, `startMs is null; ${ok}`],
      [{ endMs: null }, `endMs is null; ${ok}`],
      [{ slices: [] }, 'slices is []; accepted is all slices in a part that is ok'],
    ],
  };
  isRefused(kind, REFUSED);
});
