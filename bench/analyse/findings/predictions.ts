import { predictions } from '../prediction/prediction.ts';
import type { FiguresToJudge as Figures } from '../types.ts';
import type { Finding } from './types.ts';

/** @returns what arithmetic says of each target that is not discarded */
export function predicted(figures: Figures): Finding[] {
  const valid = figures.groups.filter(({ isDiscarded, good }) => !isDiscarded && good.length > 0);
  return predictions(figures.run, valid).flatMap((each) => {
    const found = { scope: 'target' as const, ...each };
    return [{ ...found, kind: 'prediction' as const }, ...(each.isOff ? [{ ...found, kind: 'prediction-off' as const }] : [])];
  });
}
