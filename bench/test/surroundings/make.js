/** What several surroundings are made of. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../record/catalogue.js';
import { fakeProgram } from '../support/programs.js';

/** Clones what is committed into `checkout`. @param {string} folder @param {...string} options of git clone */
export function clone(folder, ...options) {
  const checkout = path.join(folder, 'checkout');
  execFileSync('git', ['clone', '--quiet', ...options, root, checkout], { stdio: 'pipe' });
  symlinkSync(path.join(root, 'bench', 'node_modules'), path.join(checkout, 'bench', 'node_modules'));
}

/** A docker command that does nothing, in `bin`. @param {string} folder @param {string} [first] shell, before it answers; it has $FOLDER */
export function fakeDocker(folder, first = '') {
  const answers = `case "$1 $2" in
  '--version ') echo 'Docker version 28.0.0' ;;
  'info '*) echo 28.0.0 ;;
  'compose version') echo 2.40.0 ;;
  'context '*) echo unix:///dev/null ;;
  'kill '*) exit 1 ;;
esac`;
  fakeProgram(path.join(folder, 'bin', 'docker'), `FOLDER='${folder}'\n${first}\n${answers}`);
}

/** @param {string} folder gets a `jdk` @param {string} release lines of its release file; none without any @param {string} [java] shell */
export function fakeJdk(folder, release, java = 'exit 0') {
  fakeProgram(path.join(folder, 'jdk', 'bin', 'java'), java);
  fakeProgram(path.join(folder, 'jdk', 'bin', 'javac'), 'exit 0');
  if (release) writeFileSync(path.join(folder, 'jdk', 'release'), `${release}JAVA_VERSION="25.0.1"\n`);
}
