import { besideVerdicts } from './verdicts.ts';
import { jvms } from './jvms.ts';
import { parts } from './parts.ts';
import { plateaus } from './plateaus.ts';
import { scenarios } from './scenarios.ts';
import { warmUps } from './warm-ups.ts';
import { wholeRun } from './run.ts';
import type { FiguresToJudge } from '../types.ts';
import type { Finding } from './types.ts';

/** The one place where findings are made. A new kind: its type in types.ts, its maker here, its sentences in report/words/findings/. */
export function findings(figures: FiguresToJudge): Finding[] {
  return [wholeRun, parts, warmUps, plateaus, jvms, besideVerdicts, scenarios].flatMap((make) => make(figures));
}
