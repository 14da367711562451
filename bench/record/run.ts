/** run.json: the record of a run. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { calibrationSchema } from './results/calibration.ts';
import { catalogueSchema, strangerIn } from './catalogue.ts';
import { circumstances, givenToTargets, type Circumstances } from './json/circumstances.ts';
import { requestedLimits } from './json/limits.ts';
import { flag, instant, list, map, matching, name, number, oneOf, record, text, whole } from './json/fields.ts';
import { NO_SUCH_FILE, RecordError, SCHEMA, faultyField, readRecord } from './json/file.ts';
import { noteSchema } from './json/notes.ts';
import { sweepSchema } from './variant.ts';
import { sum } from '../util/math.ts';

export const RUN_FILE = 'run.json';
const MAX_ROUNDS = 10_000;
const MAX_BLOCKS = 1000;
export const MAX_PARTS = 10_000;
const MAX_VUS = 20_000;
const DAY_SECONDS = 86_400;
/** The figures of a run are made second by second: those of months would not fit in memory. */
export const MAX_LOAD_DAYS = 10;
/** What the time of a run goes into. `blocks` are load that is measured. */
const ACTIVITIES = ['set-up', 'verification', 'jvm-starts', 'warm-ups', 'preparation', 'blocks', 'gaps', 'profiles'] as const;

const round = () => whole(1, MAX_ROUNDS);

const plannedPart = record({
  scenario: name(),
  round: round(),
  /** place among the parts of its scenario and round, from 1 */
  number: whole(1, MAX_PARTS),
  /** 1, and more where it repeats discarded blocks */
  attempt: whole(1, MAX_PARTS),
  /** place among the parts of the run, from 1 */
  order: whole(1),
  /** `vus`: users of each slice; `targets`: in the order of their slices */
  blocks: list(record({ vus: whole(1, MAX_VUS), targets: list(name(), 1, 1000) }), 1, MAX_BLOCKS),
  /** `pending`: not measured yet */
  state: oneOf(['pending', 'ok', 'failed']),
  /** why it failed; else null */
  reason: v.nullable(text()),
});

/** What was asked for. */
const plan = {
  profile: name(),
  /** users of the slices; targets are compared at the last number, the others show how they get there, in a block each of the first round */
  levels: list(whole(1, MAX_VUS), 1, 1000),
  /** a warm-up that is not steady by then ends; 0: no warm-ups */
  warmupMaxSeconds: whole(0, DAY_SECONDS),
  /** in as many bursts of a warm-up in a row compilers must be quiet */
  steadyBursts: whole(1, 1000),
  /** are these bursts under the CPU limit? */
  limitInTurn: flag(),
  /** planned so far; rounds may be added. Every round has JVMs of its own: where two JVMs of one jar differ, only more JVMs average that out */
  rounds: round(),
  /** of a scenario in the first round, at the last level; later rounds may have more or fewer */
  blocks: whole(1, MAX_BLOCKS),
  /** length of a slice, with its first second, which is in no figure */
  sliceSeconds: whole(2, DAY_SECONDS),
  /** rounds are added as long as they end within that time from the start; null: no limit */
  budgetSeconds: v.nullable(whole(1, 100 * DAY_SECONDS)),
  /** rounds are added until every interval of throughput from blocks is narrower than ± that share; null: no aim */
  halfWidth: v.nullable(number(0, 1)),
  /** of the order of the parts and of the statistics */
  seed: whole(0, 2 ** 32 - 1),
  targets: list(name(), 1, 1000),
  /** the target that the others are compared with */
  baseline: name(),
  scenarios: list(name(), 1, 1000),
  /** is what targets spend CPU time on sampled after the rounds? absent: no */
  profileCpu: v.optional(flag()),
  ...requestedLimits,
  ...givenToTargets,
};

const verified = record({
  at: instant(),
  seconds: number(),
  targets: list(name()),
  scenarios: list(name()),
  /** by scenario and target: commands of one request that the database had to answer before the next */
  roundTrips: map(name(), map(name(), number())),
  /** of a user's scripts, by scenario: how long setup() took at most */
  setupSeconds: v.optional(map(name(), number())),
});

const schema = record({
  schema: v.literal(SCHEMA),
  /** name of the run's folder: YYYYMMDD-hhmmss-<suffix> (UTC) */
  id: text(200),
  ...plan,
  /** as it was; of a calibration with its target twice, of a sweep with its variants */
  catalogue: catalogueSchema,
  startedAt: instant(),
  /** null until all parts are measured */
  endedAt: v.nullable(instant()),
  resumedAt: list(instant()),
  /** what rounds were added by, beyond the plan; absent: by nothing */
  continued: v.optional(
    list(
      record({
        at: instant(),
        /** rounds are added as long as they end within that time from `at` */
        budgetSeconds: whole(1, 100 * DAY_SECONDS),
        /** as that of the plan, which no longer holds */
        halfWidth: v.nullable(number(0, 1)),
        /** whole ones that were measured before, and whose result could be seen */
        rounds: whole(0, MAX_ROUNDS),
        /** all that was spent before */
        spentSeconds: number(),
      }),
    ),
  ),
  ...circumstances,
  /** the short verification before the first part; null until then */
  verified: v.nullable(verified),
  /** flawed target → what the verification found; it was measured to show what that leads to */
  refused: map(name(), text()),
  /** the newest on this machine when the run began; null: none */
  calibration: v.nullable(calibrationSchema),
  /** only in a calibration: the target that is measured against itself under two names */
  calibrates: v.optional(name()),
  /** only in a sweep: what its targets, each a variant, differ in */
  sweep: v.optional(sweepSchema),
  /** only in a run of a study; runs of one session, and they alone, are judged together */
  study: v.optional(
    record({
      id: matching(/^[A-Za-z0-9-]{1,64}$/, "a study's id"),
      run: name(),
      session: text(200),
      knobs: map(matching(/^[A-Z0-9_]{1,64}$/, 'an option in capitals'), text(1000)),
    }),
  ),
  /** in the order they are run */
  parts: list(plannedPart),
  /** what the time went into: seconds by activity */
  spentSeconds: map(oneOf(ACTIVITIES), number()),
  notes: list(noteSchema),
});

export type Run = v.InferOutput<typeof schema>;

export type Plan = Pick<Run, keyof typeof plan>;

export type PlannedPart = v.InferOutput<typeof plannedPart>;

export type Activity = (typeof ACTIVITIES)[number];

export type Settings = NonNullable<Run['settings']>;

/** a run before its engine is known */
export type PlannedRun = Omit<Run, keyof Circumstances>;

/** @param dir the run's folder @throws {UsageError} one line that names the file, the field and what is accepted */
export function readRun(dir: string): Run {
  const file = path.join(dir, RUN_FILE);
  if (!existsSync(file)) throw new RecordError(file, `${NO_SUCH_FILE}; a run's folder with its ${RUN_FILE} is expected`);
  return readRecord(dir, RUN_FILE, schema, contradiction);
}

/** @returns the first field that does not fit the others */
function contradiction(run: Run): string | null {
  const { targets, scenarios, baseline, catalogue } = run;
  const stranger = strangerIn(targets, catalogue, 'targets') ?? strangerIn(scenarios, catalogue, 'scenarios');
  if (stranger !== null) return stranger;
  if (!targets.includes(baseline)) return faultyField('baseline', baseline, 'one of its targets');
  const ofParts = contradictionOfParts(run);
  if (ofParts !== null) return ofParts;
  const days = loadDays(run);
  return days > MAX_LOAD_DAYS ? `its slices take ${Math.round(days)} days; accepted are up to ${MAX_LOAD_DAYS}` : null;
}

export function sliceCount(blocks: readonly { targets: readonly string[] }[]): number {
  return sum(blocks.map(({ targets }) => targets.length));
}

export function loadDays({ parts, sliceSeconds }: Pick<Run, 'parts' | 'sliceSeconds'>): number {
  const slices = sum(parts.map(({ blocks }) => sliceCount(blocks)));
  return (slices * sliceSeconds) / DAY_SECONDS;
}

type OfLevels = Pick<Run, 'levels'> & { catalogue: Pick<Run['catalogue'], 'scenarios'> };

/** @returns users of its slices, those with which targets are compared last; a scenario may have a number of its own */
export function levelsOf({ levels, catalogue }: OfLevels, scenario: string): number[] {
  const { vus } = catalogue.scenarios[scenario];
  return vus === undefined ? levels : [vus];
}

/** @returns users with which targets are compared */
export function comparedVus(run: OfLevels, scenario: string): number {
  return levelsOf(run, scenario).at(-1) ?? 0;
}

/** A shorter warm-up leaves every JVM cold. */
const LEAST_WARM_UP_SECONDS = 10;

/** @returns are JVMs to be warm before they are measured? One without warm-ups, or with very short ones, measures cold JVMs */
export function isOfWarmJvms({ warmupMaxSeconds }: Pick<Run, 'warmupMaxSeconds'>): boolean {
  return warmupMaxSeconds >= LEAST_WARM_UP_SECONDS;
}

function contradictionOfParts(run: Run): string | null {
  const { targets, scenarios, rounds, parts } = run;
  const seen = new Set();
  for (const [index, { scenario, round: own, number: place, blocks }] of parts.entries()) {
    const fault = (field: string, value: unknown, accepted: string) => faultyField(`parts[${index}]${field}`, value, accepted);
    const key = `${scenario}/${own}-${place}`;
    if (!scenarios.includes(scenario)) return fault('.scenario', scenario, 'one of its scenarios');
    const stranger = blocks.flatMap((block) => block.targets).find((target) => !targets.includes(target));
    if (stranger !== undefined) return fault('.blocks', stranger, 'its targets');
    const otherLevel = blocks.find(({ vus }) => !levelsOf(run, scenario).includes(vus));
    if (otherLevel) return fault('.blocks', otherLevel.vus, 'users of its levels');
    if (own > rounds) return fault('.round', own, `a round up to ${rounds}`);
    if (seen.has(key)) return fault('', key, 'each part once');
    seen.add(key);
  }
  return null;
}
