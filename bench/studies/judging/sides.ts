/** What a claim about speed is judged by: the two targets of a comparison. */
import { bottleneckOfSlices } from '../../analyse/bottleneck/bottleneck.ts';
import { isCompiling } from '../../../k6/lib/compilers.js';
import { pooledRps } from '../../analyse/group/pooled.ts';
import type { Group, SliceFigures } from '../../analyse/types.ts';

export type Side = ReturnType<typeof sideOf>;

/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'connections accepted', 'event loop', 'connection pool', 'offload scheduler'];

/** Single slices may be disturbed: what counts is the bottleneck of most of them. @param group one that is not discarded, as the other */
export function sideOf({ target, good }: Group, other: Group) {
  const bottleneck = bottleneckOfSlices(good)?.bottleneck ?? null;
  const compared = good.filter(({ round, block }) => other.good.some((each) => each.round === round && each.block === block));
  return {
    target,
    /** of the slices that are compared, so that figures and ratio agree */
    rps: pooledRps((compared.length > 0 ? compared : good).map(({ stage }) => stage)),
    bottleneck,
    /** was it the target itself that lacked something? */
    isExplained: bottleneck !== null && EXPLAINS.includes(bottleneck.kind),
    /** may cold code be why its CPU did not suffice? */
    lacksWarmUp: good.some(isCold),
  };
}

function isCold({ steady, stage, bottleneck }: SliceFigures) {
  return (steady === false || isCompiling(stage.compilingShare)) && bottleneck?.kind === 'target CPU';
}
