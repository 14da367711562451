/** Which Node.js runs the TypeScript of bench/: the one that npm runs in, or where that is too old, a package of npm. CommonJS, so that old ones can read it. */
const { execFileSync } = require('node:child_process');
const { rmSync, symlinkSync } = require('node:fs');
const path = require('node:path');
const { engines } = require('../package.json');

/** The first that runs TypeScript as it is (https://nodejs.org/api/typescript.html#type-stripping). */
const WITH_TYPES = '22.18';
/** What is installed beside an older one on Linux, where plain processes are measured. */
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

/** Puts one that is new enough where npm and the Makefile look first. @returns {string | null} one line if it cannot */
function installBeside() {
  const { platform, arch, execPath, versions } = process;
  const tooOld = `Node.js ${versions.node} (${execPath}) does not run TypeScript`;
  if (platform !== 'linux') return `${tooOld}: install ${WITH_TYPES} or newer`;
  const modules = path.join(__dirname, '..', 'node_modules');
  const name = `node-${platform}-${arch}`;
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--global=false'];
  const place = ['--prefix', path.join(modules, '.node')];
  try {
    execFileSync('npm', ['install', ...options, ...place, `${name}@${INSTALLED}`], {
      cwd: modules,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    return `${tooOld}, and npm could not install ${name}@${INSTALLED}: install ${WITH_TYPES} or newer`;
  }
  const link = path.join(modules, '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(path.join('..', '.node', 'node_modules', name, 'bin', 'node'), link);
  return null;
}

module.exports = { refusal, isOlder, WITH_TYPES };

if (require.main === module) {
  const isInstalling = process.argv[2] === 'install' && isOlder(process.versions.node, WITH_TYPES);
  const line = refusal(process.versions.node, process.execPath) ?? (isInstalling ? installBeside() : null);
  if (line) console.error(line);
  process.exitCode = line ? 2 : 0;
}
