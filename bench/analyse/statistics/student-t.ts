/** Student's t: for whole degrees of freedom in closed form (Abramowitz & Stegun, 'Handbook of Mathematical Functions', 1964, sections
 * 26.7.3 and 26.7.4), between them by harmonic interpolation, that is, linear in 1 / degrees (Laubscher, 'Interpolation in F-tables', The
 * American Statistician 19, 1965). */

const LEVEL = 0.95;
/** Above every quantile that is needed: with one degree of freedom it is 12.7. */
const LARGEST = 20;

/** @param standardError of it, at least 0; not NaN
 * @param degrees of freedom, at least 1
 * @returns chance that |t| is at least difference ÷ standardError where there is no difference; 1 where both are 0 */
export function twoSidedP(difference: number, standardError: number, degrees: number): number {
  const [fewer, more] = [Math.floor(degrees), Math.ceil(degrees)];
  const chance = wholeDegreesP(difference, standardError, fewer);
  if (fewer === more) return chance;
  const share = (1 / fewer - 1 / degrees) / (1 / fewer - 1 / more);
  return chance + share * (wholeDegreesP(difference, standardError, more) - chance);
}

function wholeDegreesP(difference: number, standardError: number, degrees: number) {
  const angle = Math.atan2(Math.abs(difference), standardError * Math.sqrt(degrees));
  const cosine = Math.cos(angle);
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let series = 0;
  for (let power = odd ? 1 : 0; power <= degrees - 2; power += 2) {
    series += term;
    term *= (cosine ** 2 * (power + 1)) / (power + 2);
  }
  const within = odd ? (2 / Math.PI) * (angle + Math.sin(angle) * series) : Math.sin(angle) * series;
  return Math.max(0, 1 - within);
}

/** @param degrees of freedom, at least 1 @returns what |t| exceeds in 5 of 100 cases, by bisection */
export function studentT(degrees: number): number {
  let [below, above] = [0, LARGEST];
  for (let halving = 0; halving < 50; halving++) {
    const middle = (below + above) / 2;
    if (twoSidedP(middle, 1, degrees) > 1 - LEVEL) below = middle;
    else above = middle;
  }
  return above;
}
