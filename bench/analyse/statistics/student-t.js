/**
 * Quantiles of Student's t at 97.5 % (two-sided 95 %) for 1, 2, … 30 degrees of freedom.
 * Source: NIST/SEMATECH, e-Handbook of Statistical Methods, section 1.3.6.7.2.
 */
const AT_975 = [
  ...[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131],
  ...[2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042],
];

/**
 * @param {number} degrees of freedom, at least 1
 * @returns {number} what |t| exceeds in 5 of 100 cases; from 30 degrees on that of 30, which is too large by 4 % at most
 */
export function studentT(degrees) {
  return AT_975[Math.min(degrees, AT_975.length) - 1];
}
