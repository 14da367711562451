/** Whether this Node.js is new enough, for the Makefile to ask before anything else. CommonJS, so that old ones can read it. */
const { engines } = require('../package.json');

/**
 * @param {string} version such as `18.20.4`
 * @param {string} program
 * @returns {string | null} one line if it is too old
 */
function refusal(version, program) {
  const needed = engines.node.replace('>=', '');
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  const isOld = major < neededMajor || (major === neededMajor && minor < neededMinor);
  return isOld ? `Node.js ${version} (${program}): ${needed} or newer is needed` : null;
}

module.exports = { refusal };

if (require.main === module) {
  const line = refusal(process.versions.node, process.execPath);
  if (line) console.error(line);
  process.exitCode = line ? 2 : 0;
}
