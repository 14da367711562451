/** calibration.json: the noise floor of this machine, found by the newest calibration and those that it left in place. */
import * as v from 'valibot';
import { limitsSchema, machineSchema, versionsSchema } from '../json/circumstances.ts';
import { instant, map, name, number, record, text, whole } from '../json/fields.ts';
import { SCHEMA } from '../json/file.ts';
import type { InferOutput } from 'valibot';

/** Ratio from 1 by which one target differs from itself at most in a single round, with 95 % confidence; null where nothing was compared. */
const floor = () => v.nullable(number(1));
/** By scenario. */
const noise = () => map(name(), record({ throughput: floor(), cpu: floor() }));

export const calibrationSchema = record({
  schema: v.literal(SCHEMA),
  runId: text(200),
  /** when that run ended */
  at: instant(),
  machine: machineSchema,
  versions: versionsSchema,
  limits: limitsSchema,
  /** what its users did, and how far the database was */
  load: record({
    /** its levels of users, slices and blocks in words */
    stages: text(),
    /** name of the settings, or 'none' */
    settings: text(64),
    databaseRttMs: whole(0),
  }),
  /** of two names in one round */
  noise: noise(),
  /** of one name in two rounds */
  unpairedNoise: noise(),
  /** scenario → the earlier calibration that its noise floor is from */
  earlier: map(name(), record({ runId: text(200), at: instant() })),
});

export type Calibration = InferOutput<typeof calibrationSchema>;

export type Noise = Calibration['noise'];
