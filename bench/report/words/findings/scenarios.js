import { TOLERANCE } from '../../../analyse/cell/littles-law.js';
import { count, fixed, percent, plural } from '../../../util/text.js';
import { factor } from '../verdicts.js';

/** Of findings about a scenario. */

/** @typedef {'interrupted-scenario' | 'noise-floor' | 'noise-floor-unknown' | 'stock-sold' | 'downstream-delay' | 'littles-law' | 'compiled-tiers' | 'stuck-tiers'} ScenarioKind */

/** @type {{ [K in ScenarioKind]: import('./index.js').WordsOf<K> }} */
export const SCENARIO_WORDS = {
  'interrupted-scenario': {
    caveat: (found) => ({
      title: `${plural(found.length, 'scenario was', 'scenarios were')} interrupted.`,
      text: 'The run was resumed between two of its cells, so the ratio of their targets contains whatever drifted in between.',
      items: found.map(({ scenario }) => scenario),
    }),
  },
  'noise-floor': {
    doubt: ([{ rounds, throughput, cpu }]) =>
      `Noise floor of this machine at ${plural(rounds, 'round')}: requests/s ${ratioText(throughput)}, CPU per request ${ratioText(cpu)}.`,
  },
  'noise-floor-unknown': {
    doubt: () => 'This scenario was not calibrated on this machine: its noise floor is not known.',
  },
  'stock-sold': {
    statements: ([{ cells, places, leastAccepted, mostAccepted }]) => {
      const accepted = leastAccepted === mostAccepted ? count(mostAccepted) : `${count(leastAccepted)} to ${count(mostAccepted)}`;
      return [
        `Never oversold: in each of ${plural(cells, 'cell')} ${accepted} of ${count(places)} places were accepted. The database stored as many rows, and the other places were left.`,
      ];
    },
  },
  'downstream-delay': {
    statements: ([{ leastMs, mostMs, requestedMs, cpuShare }]) => {
      const cpu = cpuShare === null ? '' : `. It used at most ${percent(cpuShare)} of the CPU available to it`;
      return [`The downstream service took ${fixed(leastMs, 1)} to ${fixed(mostMs, 1)} ms where ${requestedMs} ms were requested${cpu}.`];
    },
  },
  'compiled-tiers': {
    statements: ([{ variants }], { label }) => {
      const of = variants.map(
        ({ target, methods, tier2, tier4 }) =>
          `${label(target)} ${count(methods)} (tier 2: ${percent(tier2, 0)}, tier 4: ${percent(tier4, 0)})`,
      );
      return [`Methods compiled at the end of the last blocks: ${of.join('; ')}.`];
    },
  },
  'stuck-tiers': {
    doubt: ([{ variants }], { label }) => {
      const shares = variants.map(({ target, tier2 }) => `${label(target)} ${percent(tier2, 0)}`);
      return `Far more of the compiled methods are at tier 2 than without a cache: ${shares.join(', ')}. There they are slower than at tier 4, and go on counting their calls. The known fault JDK-8386852 keeps methods there for good: hold requests/s and CPU per request against those without a cache, in JVMs that have been under load for minutes.`;
    },
  },
  'littles-law': {
    statements: ([{ plateaus, valid, explained, unexplained, generatorPlateaus }]) => {
      const reasons = explained > 0 ? `; ${explained} more ${explained === 1 ? 'is' : 'are'} explained below` : '';
      const open = unexplained > 0 ? `; ${unexplained} ${unexplained === 1 ? 'is' : 'are'} not explained` : '';
      const generator =
        generatorPlateaus > 0
          ? ` On ${generatorPlateaus} the generator took more than ${percent(TOLERANCE)} of the users' time, between their requests: the target had fewer users than the stage.`
          : '';
      return [
        `Little's law (users = iterations/s × mean duration) holds within ${percent(TOLERANCE)} on ${valid} of ${plural(plateaus, 'plateau')}${reasons}${open}.${generator}`,
      ];
    },
  },
};

/** @param {number | null} ratio */
function ratioText(ratio) {
  return ratio === null ? 'not known' : `×${factor(ratio)}`;
}
