/** @returns why a figure is not there */
import type { Absence } from '../../analyse/slice/window.ts';

export function absenceText(absence: Absence): string {
  if (absence.kind === 'file') return `${absence.file} is missing or broken`;
  if (absence.kind === 'restarted') return 'the counter fell: the process was restarted';
  const { samples, needed } = absence;
  const seen = `${samples === 0 ? 'no samples' : `${samples} ${samples === 1 ? 'sample' : 'samples'}`} in the slice`;
  return needed > 1 ? `${seen}, ${needed} are needed` : seen;
}
