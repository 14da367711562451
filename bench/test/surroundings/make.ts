/** What several surroundings are made of. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../record/catalogue.ts';
import { fakeProgram } from '../support/programs.ts';

/** Clones what is committed into `checkout`. @param options of git clone */
export function clone(folder: string, ...options: string[]) {
  const checkout = path.join(folder, 'checkout');
  execFileSync('git', ['clone', '--quiet', ...options, root, checkout], { stdio: 'pipe' });
  symlinkSync(path.join(root, 'bench', 'node_modules'), path.join(checkout, 'bench', 'node_modules'));
}

/** @param folder gets a `jdk` @param release lines of its release file; none without any @param java shell */
export function fakeJdk(folder: string, release: string, java = 'exit 0') {
  fakeProgram(path.join(folder, 'jdk', 'bin', 'java'), java);
  fakeProgram(path.join(folder, 'jdk', 'bin', 'javac'), 'exit 0');
  if (release) writeFileSync(path.join(folder, 'jdk', 'release'), `${release}JAVA_VERSION="25.0.1"\n`);
}
