/** What a claim about speed is judged by: the two targets of a comparison. */
import { bottleneckOfSlices, type Bottleneck } from '../../analyse/bottleneck/bottleneck.ts';
import { isCompiling } from '../../../k6/lib/compilers.js';
import { pooledRps } from '../../analyse/group/pooled.ts';
import type { Group, SliceFigures } from '../../analyse/types.ts';

export interface Side {
  target: string;
  /** of the slices that are compared, so that figures and ratio agree */
  rps: number | null;
  bottleneck: Bottleneck | null;
  /** was it the target itself that lacked something? */
  isExplained: boolean;
  /** may cold code be why its CPU did not suffice? */
  lacksWarmUp: boolean;
}

/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'connections accepted', 'event loop', 'connection pool', 'offload scheduler'];

/** @param groups two that are not discarded */
export function sidesOf([one, other]: Group[]): Side[] {
  return [sideOf(one, other), sideOf(other, one)];
}

/** Single slices may be disturbed: what counts is the bottleneck of most of them. */
function sideOf({ target, good }: Group, other: Group): Side {
  const bottleneck = bottleneckOfSlices(good)?.bottleneck ?? null;
  const compared = good.filter(({ round, block }) => other.good.some((each) => each.round === round && each.block === block));
  return {
    target,
    rps: pooledRps((compared.length > 0 ? compared : good).map(({ stage }) => stage)),
    bottleneck,
    isExplained: explains(bottleneck),
    lacksWarmUp: good.some(isCold),
  };
}

function explains(bottleneck: Bottleneck | null) {
  return EXPLAINS.includes(bottleneck?.kind ?? 'unknown');
}

function isCold({ steady, stage, bottleneck }: SliceFigures) {
  return (steady === false || isCompiling(stage.compilingShare)) && bottleneck?.kind === 'target CPU';
}
