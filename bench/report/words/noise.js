import { percent } from '../../util/text.js';

/**
 * How far the log ratios of blocks scatter, as standard deviations.
 * @param {{ blockVariance: number, roundVariance: number }} noise
 * @returns {string} 'within a round 9 %, between rounds 5.2 %'
 */
export function noiseText({ blockVariance, roundVariance }) {
  const [within, between] = [blockVariance, roundVariance].map((variance) => percent(Math.sqrt(variance)));
  return `within a round ${within}, between rounds ${between}`;
}
