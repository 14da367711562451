/**
 * The floors of `bench/`, from the top down. A file imports from its own floor and from lower ones only: ESLint refuses the rest
 * (eslint.config.js).
 */
export const FLOORS = [
  'commands',
  'dev',
  'dashboards',
  'run',
  'measure',
  'verify',
  'report',
  'studies',
  'plan',
  'engines',
  'setup',
  'collect',
  'analyse',
  'record',
  'util',
];

/**
 * @param {string} folder path of `bench/`
 * @returns {{ basePath: string, files: string[], rules: import('eslint').Linter.RulesRecord }[]} ESLint configurations, one for each floor but the top one
 */
export function floorRules(folder) {
  return FLOORS.slice(1).map((floor, index) => {
    const higher = FLOORS.slice(0, index + 1);
    const regex = `\\.\\./(${higher.join('|')})/`;
    const message = `${floor}/ must not import from a floor above it; the order is ${FLOORS.join(' > ')} (bench/dev/floors.js).`;
    return { basePath: folder, files: [`${floor}/**/*.js`], rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] } };
  });
}
