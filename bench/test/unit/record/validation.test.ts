/** A bundle may come from anybody: each field that is missing, null or of another type is refused in one line. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readCalibration } from '../../../record/results/newest-calibration.ts';
import { readCapacity } from '../../../record/capacity.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { readPart } from '../../../record/part.ts';
import { readRollup } from '../../../record/rollup.ts';
import { readRun } from '../../../record/run.ts';
import { UsageError } from '../../../util/errors.ts';
import { plannedPart, validCalibration, validCapacity, validPart, validRollup, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Note } from '../../../record/json/notes.ts';

const { targets, scenarios } = readCatalogue();
const catalogue = { targets: { mvc: targets.mvc }, scenarios: { read: scenarios.read }, dependencies: {}, settings: {} };
const planned = plannedPart();
const verified = { at: '2026-11-21T09:31:00Z', seconds: 1, targets: ['mvc'], scenarios: ['read'], roundTrips: { read: { mvc: 1 } } };
const warmup = {
  ...{ scenario: 'read', vus: 50, quotaLifted: true, limitInTurn: false, seconds: 20, perSecond: [1], compilingShare: 0, steady: true },
  untilWarm: { seconds: 10, requests: 1, cpuSeconds: 3 },
};

/** of a file */
interface Kind {
  file: string;
  good: any;
  read: (dir: string) => unknown;
  /** fields that may be missing, without the numbers of list entries */
  optional: string[];
  nullable: string[];
}

const LIMITS = ['limits.collector', 'limits.generatorCpus', 'limits.heapMb', 'limits.periodUs'];
const VERSIONS = ['java', 'k6', 'mariadb', 'influxdb', 'node', 'prometheus', 'springBoot'].map((name) => `versions.${name}`);
const IN_CATALOGUE = [...['catalogue.scenarios.read.request.parameters', 'catalogue.targets.mvc.database', 'catalogue.targets.mvc.module']];
const ASKED = ['databaseRttMs', 'gc', 'generatorCpus', 'poolSize', 'settings', 'targetCpus'];

const INSTANCE = { name: 'k6-2', exitCode: 0, startMs: 1000, requests: { k6: 1, hlog: 1 } };
const OF_INSTANCES = ['exitCode', 'startMs', 'requests.k6'].map((field) => `generators[].${field}`);

const [slice] = validPart().slices;
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
      ...{ warmups: { mvc: warmup }, yardstick: { memoryNs: 1, loopNs: 1 }, generators: [INSTANCE] },
      ...{ checks: [{ name: 'counts', ok: true, detail: 'x' }], slices: [{ ...slice, others: [{ name: 'chrome', cores: 0.4 }] }] },
    }),
    read: (dir) => readPart(dir, planned, validRun()),
    optional: [],
    nullable: [
      ...OF_INSTANCES,
      ...['databaseRtt', 'databaseRtt.setMs', 'jvms.mvc.compilerCpuMs', 'jvms.mvc.compilerWaitMs', 'jvms.mvc.majorFaults'],
      ...[
        'jvms.mvc.readySeconds',
        'jvms.mvc.restRssBytes',
        'jvms.mvc.restartedBefore',
        'k6.exitCode',
        'k6.httpReqs',
        'k6.interrupted',
        'k6.setupReqs',
        'reason',
      ],
      ...['slices[].counts.influx', 'slices[].scrapes.slowestMs', 'warmups.mvc.compilingShare'],
      ...['warmups.mvc.untilWarm', 'warmups.mvc.untilWarm.cpuSeconds', 'yardstick'],
    ],
  },
  {
    file: 'capacity.json',
    good: validCapacity({ id: 'r1', catalogue, notes: [{ kind: 'unseen-overload', trialSeconds: 6, sloP99Ms: 5000, share: 0.5 }] }),
    read: readCapacity,
    optional: [...IN_CATALOGUE, 'gc'],
    nullable: [
      ...['commit', ...LIMITS, ...VERSIONS, ...ASKED, 'calibration', 'endedAt', 'notes[].share', 'results[].capacity'],
      ...['results[].failure', 'results[].warmup', 'results[].warmup.compilingShare', 'results[].warmup.untilWarm'],
      ...['p50Ms', 'p95Ms', 'p99Ms', 'rps'].map((field) => `results[].trials[].${field}`),
    ],
  },
  {
    file: 'calibration.json',
    good: validCalibration({ earlier: { read: { runId: 'r', at: '2026-01-01T00:00:00Z' } } }),
    read: readCalibration,
    optional: [],
    nullable: [
      ...[...LIMITS, ...VERSIONS],
      ...['noise', 'unpairedNoise'].flatMap((noise) => [`${noise}.read.cpu`, `${noise}.read.throughput`]),
    ],
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

/** of a field: keys and indexes that lead to it */
type Place = (string | number)[];

/**
 * @returns each field, however deep
 */
function placesIn(value: any, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => [[...at, key], ...placesIn(value[key], [...at, key])]);
}

/** @returns such as parts[0].round, or without the number parts[].round */
function nameOf(at: Place, numbered = true): string {
  const parts = at.map((key) => (typeof key === 'number' ? `[${numbered ? key : ''}]` : `.${key}`));
  return parts.join('').replace(/^\./, '');
}

function changed(good: any, at: Place, change: (parent: any, key: string | number) => void): any {
  const copy = structuredClone(good);
  change(
    at.slice(0, -1).reduce((parent, key) => parent[key], copy),
    at.at(-1) as string | number,
  );
  return copy;
}

/** @returns something of another type */
function otherType(value: any): unknown {
  if (value === null) return true;
  return typeof value === 'object' ? 7 : { not: 'this' };
}

/** @returns the message; null if it was accepted */
function refusal({ file, read }: Kind, content: any): string | null {
  const dir = path.join(temporaryFolder(), 'r1');
  mkdirSync(dir);
  writeFileSync(path.join(dir, file), JSON.stringify(content));
  try {
    read(dir);
    return null;
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message.replace(/^.*\/r1\//, '');
  }
}

for (const kind of KINDS) {
  describe(kind.file, () => {
    const places = placesIn(kind.good);
    const isField = (at: Place) => {
      const parent = nameOf(at.slice(0, -1), false);
      return typeof at.at(-1) === 'string' && !MAPS.some((pattern) => pattern.test(parent));
    };

    /** @returns names of fields that were accepted */
    const acceptedOf = (all: Place[], change: (parent: any, key: string | number) => void): string[] => {
      const accepted = all.filter((at) => {
        const message = refusal(kind, changed(kind.good, at, change));
        if (message !== null) assert.ok(message.startsWith(`${kind.file}: ${nameOf(at)} `) && !message.includes('\n'), message);
        return message === null;
      });
      return [...new Set(accepted.map((at) => nameOf(at, false)))].sort();
    };

    it('is accepted where all is well', () => {
      assert.equal(refusal(kind, kind.good), null);
    });

    it('is refused where a field is missing that is not optional', () => {
      assert.deepEqual(
        acceptedOf(places.filter(isField), (parent, key) => delete parent[key]),
        kind.optional.toSorted(),
      );
    });

    it('is refused where a field is null that may not be', () => {
      assert.deepEqual(
        acceptedOf(places, (parent, key) => (parent[key] = null)),
        kind.nullable.toSorted(),
      );
    });

    it('is refused where a field is of another type', () => {
      assert.deepEqual(
        acceptedOf(places, (parent, key) => (parent[key] = otherType(parent[key]))),
        [],
      );
    });

    it('is refused where it is no object', () => {
      for (const content of [null, [], 'text', 7]) assert.match(String(refusal(kind, content)), /accepted is an object$/);
    });
  });
}

describe('run.json', () => {
  const [kind] = KINDS;
  const part = (fields: object) => ({ ...kind.good, parts: [{ ...planned, ...fields }] });

  const refuses = (content: object, message: string) => assert.equal(refusal(kind, content), `run.json: ${message}`);

  it('is refused where it would lead to another folder', () => {
    refuses({ ...kind.good, id: '../x' }, 'id is "../x"; accepted is the name of its folder, "r1"');
    refuses(part({ round: '../x' }), 'parts[0].round is "../x"; accepted is a whole number from 1 to 10000');
    refuses(part({ number: '../x' }), 'parts[0].number is "../x"; accepted is a whole number from 1 to 10000');
    refuses(part({ scenario: 'a b' }), 'parts[0].scenario is "a b"; accepted is a name of lower-case letters, digits and hyphens');
  });

  it('is refused with rounds that are absurd, not whole or not planned', () => {
    for (const rounds of [0, 1.5, 1e9, -1]) {
      refuses({ ...kind.good, rounds }, `rounds is ${rounds}; accepted is a whole number from 1 to 10000`);
    }
    refuses(part({ round: 3 }), 'parts[0].round is 3; accepted is a round up to 2');
  });

  it('is refused with parts that are absurd, not planned or not its own', () => {
    const blocks = (...own: object[]) => part({ blocks: own });
    refuses(part({ number: 0 }), 'parts[0].number is 0; accepted is a whole number from 1 to 10000');
    refuses(part({ scenario: 'simple' }), 'parts[0].scenario is "simple"; accepted is one of its scenarios');
    refuses(blocks({ vus: 10, targets: ['mvc-vt'] }), 'parts[0].blocks is "mvc-vt"; accepted is its targets');
    refuses(blocks({ vus: 11, targets: ['mvc'] }), 'parts[0].blocks is 11; accepted is users of its levels');
    assert.match(String(refusal(kind, blocks())), /^run\.json: parts\[0\]\.blocks is \[\]; accepted is /);
    assert.match(
      String(refusal(kind, blocks({ vus: 10, targets: [] }))),
      /^run\.json: parts\[0\]\.blocks\[0\]\.targets is \[\]; accepted is /,
    );
    refuses({ ...kind.good, parts: [planned, planned] }, 'parts[1] is "read/1-1"; accepted is each part once');
    assert.equal(refusal(kind, { ...kind.good, parts: [planned, { ...planned, number: 2, attempt: 2 }] }), null);
  });

  it('is refused with a plan of blocks that nothing can carry out', () => {
    refuses({ ...kind.good, sliceSeconds: 1 }, 'sliceSeconds is 1; accepted is a whole number from 2 to 86400');
    refuses({ ...kind.good, levels: [0] }, 'levels[0] is 0; accepted is a whole number from 1 to 20000');
    assert.match(String(refusal(kind, { ...kind.good, levels: [] })), /^run\.json: levels is \[\]; accepted is /);
    refuses({ ...kind.good, blocks: 0 }, 'blocks is 0; accepted is a whole number from 1 to 1000');
    refuses({ ...kind.good, budgetSeconds: 0 }, 'budgetSeconds is 0; accepted is a whole number from 1 to 8640000');
    assert.match(String(refusal(kind, { ...kind.good, halfWidth: 2 })), /^run\.json: halfWidth is 2; accepted is a number from 0 to 1$/);
    assert.match(
      String(refusal(kind, { ...kind.good, spentSeconds: { sleep: 1 } })),
      /^run\.json: spentSeconds\.sleep is "sleep"; accepted is /,
    );
  });

  it('is refused with slices that take weeks: its figures would not fit in memory', () => {
    const days = (blocks: number) => ({
      ...part({ blocks: Array(blocks).fill({ vus: 10, targets: ['mvc'] }) }),
      sliceSeconds: 86_400,
    });
    assert.equal(refusal(kind, days(10)), null);
    refuses(days(11), 'its slices take 11 days; accepted are up to 10');
  });

  it('is refused with targets and scenarios that it does not have', () => {
    const strangers = { ...kind.good, targets: ['mvc', 'toString'] };
    refuses(strangers, 'targets[1] is "toString"; accepted is a name of lower-case letters, digits and hyphens');
    refuses({ ...kind.good, targets: ['mvc', 'nope'] }, 'targets[1] is "nope"; accepted is an entry of its catalogue.targets, each once');
    refuses({ ...kind.good, scenarios: ['nope'] }, 'scenarios[0] is "nope"; accepted is an entry of its catalogue.scenarios, each once');
    refuses({ ...kind.good, baseline: 'mvc-vt' }, 'baseline is "mvc-vt"; accepted is one of its targets');
  });

  it('is refused where a colour is none: it is drawn with', () => {
    const { mvc } = catalogue.targets;
    const content = { ...kind.good, catalogue: { ...catalogue, targets: { mvc: { ...mvc, colour: '"><script>' } } } };
    refuses(content, 'catalogue.targets.mvc.colour is "\\"><script>"; accepted is a colour such as #0072B2');
  });

  it('is refused where a number is not finite', () => {
    const dir = path.join(temporaryFolder(), 'r1');
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'run.json'), JSON.stringify({ ...kind.good, seed: 0 }).replace('"seed":0', '"seed":1e999'));
    assert.throws(() => readRun(dir), /seed is Infinity; accepted is a whole number/);
  });

  it('of an older schema is refused in one line that names the commit which reads it', () => {
    const commit = 'abcdef0123456789abcdef0123456789abcdef01';
    refuses(
      { ...kind.good, schema: 1, commit },
      'was written with schema 1; this version reads schema 4. To view it, check out commit abcdef012345',
    );
    refuses({ schema: 2 }, 'was written with schema 2; this version reads schema 4. To view it, check out an older commit');
    refuses({ ...kind.good, schema: 5 }, 'was written with schema 5; this version reads schema 4: a newer version reads it');
  });

  it('that is long is not repeated in full', () => {
    refuses({ ...kind.good, engine: 'x'.repeat(1000) }, `engine is "${'x'.repeat(59)}…; accepted is one of native, docker, kubernetes`);
  });
});

describe('part.json', () => {
  const kind = KINDS.find(({ file }) => file === 'part.json') as Kind;

  const refuses = (content: object, message: string) => assert.equal(refusal(kind, { ...kind.good, ...content }), `part.json: ${message}`);

  it('is refused where it is of another part than run.json says', () => {
    refuses({ round: 2 }, 'round is 2; accepted is 1, as in run.json');
    refuses({ number: 2 }, 'number is 2; accepted is 1, as in run.json');
    refuses({ scenario: 'simple' }, 'scenario is "simple"; accepted is "read", as in run.json');
    refuses({ state: 'failed' }, 'state is "failed"; accepted is "ok", as in run.json');
  });

  it('is refused where its slices are not those of its blocks', () => {
    const refusedWith = (slices: object[], shown: string) =>
      refuses({ slices }, `slices is "${shown}"; accepted is the blocks of run.json, 1:1:10:mvc`);
    refusedWith([{ ...slice, target: 'mvc-vt' }], '1:1:10:mvc-vt');
    refusedWith([{ ...slice, slice: 2 }], '2:1:10:mvc');
    refusedWith([{ ...slice, vus: 20 }], '1:1:20:mvc');
    refusedWith([{ ...slice, block: 2 }], '1:2:10:mvc');
    refusedWith([slice, { ...slice, slice: 2 }], '1:1:10:mvc,2:1:10:mvc');
  });

  it('that is ok is refused without its figures', () => {
    refuses({ k6: null }, 'k6 is null; accepted is a value in a part that is ok');
    refuses({ startMs: null }, 'startMs is null; accepted is a value in a part that is ok');
    refuses({ endMs: null }, 'endMs is null; accepted is a value in a part that is ok');
    refuses({ slices: [] }, 'slices is []; accepted is all slices in a part that is ok');
  });
});
