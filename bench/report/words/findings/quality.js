import { fixed, percent, plural } from '../../../util/text.js';

/** Of findings about how well a scenario was measured. */

/** @typedef {'scrapes' | 'warm-ups' | 'checks' | 'nothing-measured'} QualityKind */

/** @type {Record<import('../../../analyse/findings/types.js').WarmUps['limit'], string>} */
const LIMITS = { kept: '', lifted: ', CPU limit lifted', 'in turn': ', without the CPU limit and then under it' };

/** @type {{ [K in QualityKind]: import('./index.js').WordsOf<K> }} */
export const QUALITY_WORDS = {
  scrapes: {
    statements: ([{ ok, expected, leastShare }]) => {
      if (expected === 0) return ['Scrapes were not counted.'];
      if (ok === expected) return ['Scrapes: all expected 1 s samples are there.'];
      return [`Scrapes: ${percent(ok / expected)} of the expected 1 s samples are there, at least ${percent(leastShare)} in every cell.`];
    },
  },
  'warm-ups': {
    statements: ([{ warmUps, leastSeconds, mostSeconds, vus, otherScenarios, limit, tested, steady }]) => {
      if (warmUps === 0) return ['No warm-up.'];
      const [least, most] = [leastSeconds, mostSeconds].map((each) => fixed(each, 0));
      const requests = otherScenarios.length > 0 ? `, with requests of ${otherScenarios.join(', ')}` : '';
      const end = tested > 0 ? `; warm at the end in ${steady} of ${tested}` : '; whether that was enough was not tested';
      return [
        `Warm-up of each new JVM: ${least === most ? least : `${least} to ${most}`} s at ${vus.join(', ')} VUs${requests}${LIMITS[limit]}${end}.`,
      ];
    },
  },
  checks: {
    statements: ([{ checks, failed }]) => {
      if (checks === 0) return ['No checks were recorded.'];
      return [
        failed === 0
          ? `All ${plural(checks, 'check')} of the measurement passed.`
          : `${failed} of ${checks} checks of the measurement failed.`,
      ];
    },
  },
  'nothing-measured': {
    statements: () => ['Nothing of this scenario was measured to its end.'],
  },
};
