/** Which Node.js runs the TypeScript of bench/: the one that npm runs in, or where that is too old, a package of npm. CommonJS, so that old ones can read it. */
const { execFileSync } = require('node:child_process');
const { symlinkSync } = require('node:fs');
const path = require('node:path');
const { engines } = require('../package.json');

/** The first that runs TypeScript as it is (https://nodejs.org/api/typescript.html#type-stripping). */
const WITH_TYPES = '22.18';
/** What is installed beside an older one. */
const INSTALLED = '24.21.0';

/**
 * @param {string} version such as `18.20.4`
 * @param {string} needed such as `20.10`
 */
function isOlder(version, needed) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/**
 * @param {string} version
 * @param {string} program
 * @returns {string | null} one line if it is too old even for npm
 */
function refusal(version, program) {
  const needed = engines.node.replace('>=', '');
  return isOlder(version, needed) ? `Node.js ${version} (${program}): ${needed} or newer is needed` : null;
}

/** Puts one that is new enough where npm and the Makefile look first. */
function installBeside() {
  const modules = path.join(__dirname, '..', 'node_modules');
  const { platform, arch } = process;
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  const place = path.join(modules, '.node');
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--global=false'];
  execFileSync('npm', ['install', ...options, '--prefix', place, `${name}@${INSTALLED}`], { cwd: modules, stdio: ['ignore', 2, 2] });
  symlinkSync(path.join('..', '.node', 'node_modules', name, 'bin', 'node'), path.join(modules, '.bin', 'node'));
}

module.exports = { refusal, isOlder, WITH_TYPES };

if (require.main === module) {
  const line = refusal(process.versions.node, process.execPath);
  if (line) console.error(line);
  else if (process.argv[2] === 'install' && isOlder(process.versions.node, WITH_TYPES)) installBeside();
  process.exitCode = line ? 2 : 0;
}
