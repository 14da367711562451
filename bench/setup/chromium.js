/** Finding Chromium, or unpacking a private copy of Debian's with the libraries and fonts that it lacks: the tests look at the report with it. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { installOnce } from './cache.js';
import { findPrograms, run } from './command.js';
import { libraryPath, unpack } from './debian.js';

/** Fonts of the copy beside the system's; Debian's own file knows only `/usr/share/fonts`. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * @param {{cache: string, log: (line: string) => void, names?: string[]}} options `names`: programs to look for on PATH
 * @returns {Promise<{bin: string, env: Record<string, string>, version: string}>} `env`: what it needs beside the caller's environment
 * @throws {Error} one line
 */
export async function provideChromium({ cache, log, names = NAMES }) {
  for (const bin of await findPrograms(names)) {
    const version = await versionOf(bin, {});
    if (version) return { bin, env: {}, version };
  }
  const copy = await installOnce(cache, 'chromium', async (temporary) => {
    log('Unpacking Chromium from Debian into the cache (100 MB) …');
    await unpack(['chromium', 'fonts-dejavu-core'], temporary);
    await writeFile(path.join(temporary, 'fonts.conf'), FONTS);
    return temporary;
  });
  const bin = path.join(copy, 'usr', 'lib', 'chromium', 'chromium');
  const env = { LD_LIBRARY_PATH: await libraryPath(copy), FONTCONFIG_FILE: path.join(copy, 'fonts.conf') };
  const version = await versionOf(bin, env);
  if (!version) throw new Error(`Chromium's private copy in ${copy} does not run here; install chromium`);
  return { bin, env, version };
}

/**
 * @param {string} bin
 * @param {Record<string, string>} env
 * @returns {Promise<string | null>} null if it does not run (Ubuntu's `chromium-browser` without snap is such a one)
 */
async function versionOf(bin, env) {
  const asked = await run(bin, ['--version'], { env: { ...process.env, ...env } }).catch(() => null);
  return asked && (/(\d+(\.\d+){3})/.exec(asked.stdout)?.[1] ?? null);
}
