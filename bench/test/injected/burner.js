/** Builds the Java agent of Burner.java. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../util/programs.js';
import { findJdk } from '../../setup/jdk.js';

const SOURCE = fileURLToPath(new URL('./Burner.java', import.meta.url));

/**
 * @param {string} dir where to put it
 * @returns {Promise<string>} path of the jar
 */
export async function buildBurner(dir) {
  const { home } = await findJdk();
  const classes = path.join(dir, 'classes');
  await rm(classes, { recursive: true, force: true });
  await mkdir(classes, { recursive: true });
  const manifest = path.join(dir, 'manifest.txt');
  const jar = path.join(dir, 'burner.jar');
  await writeFile(manifest, 'Premain-Class: Burner\n');
  await run(path.join(home, 'bin', 'javac'), ['-d', classes, SOURCE]);
  await run(path.join(home, 'bin', 'jar'), ['--create', '--file', jar, '--manifest', manifest, '-C', classes, '.']);
  return jar;
}
