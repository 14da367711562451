/** Finds Chromium, with which the tests open the report, or unpacks a private copy of Debian's with its libraries and fonts. */
import { open, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { installOnce } from '../cache.ts';
import { findPrograms, run } from '../../util/programs.ts';
import { libraryPath, unpack } from '../debian.ts';

/** Fonts of the copy and of the system; Debian's own file has only `/usr/share/fonts`. */
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
const TO_INSTALL = 'install google-chrome, or a chromium that is not a snap';

/**
 * @param options `names`: programs to look for on PATH
 * @returns `env`: variables that it needs in addition to the caller's environment
 * @throws {Error} one line
 */
export async function provideChromium({
  cache,
  log,
  names = NAMES,
}: {
  cache: string;
  log: (line: string) => void;
  names?: string[];
}): Promise<{ bin: string; env: Record<string, string>; version: string }> {
  for (const bin of await findPrograms(names)) {
    const version = (await isSnap(bin)) ? null : await versionOf(bin, {});
    if (version) return { bin, env: {}, version };
  }
  const build = async (temporary: string) => {
    log('Unpacking Chromium from Debian into the cache (100 MB) …');
    await unpack(['chromium', 'fonts-dejavu-core'], temporary, '').catch((error) => {
      throw new Error(`Chromium is needed and cannot be fetched here (${error.message}); ${TO_INSTALL}`, { cause: error });
    });
    await writeFile(path.join(temporary, 'fonts.conf'), FONTS);
    return temporary;
  };
  const copy = await installOnce(cache, 'chromium', build, log);
  const bin = path.join(copy, 'usr', 'lib', 'chromium', 'chromium');
  const env = { LD_LIBRARY_PATH: await libraryPath(copy), FONTCONFIG_FILE: path.join(copy, 'fonts.conf') };
  const version = await versionOf(bin, env);
  if (!version) throw new Error(`Chromium's private copy in ${copy} does not run here; ${TO_INSTALL}`);
  return { bin, env, version };
}

/** A snap cannot read the system's /tmp, where the tests put their pages. Ubuntu's deb `chromium-browser` is a script that calls a snap. */
async function isSnap(bin: string): Promise<boolean> {
  const real = await realpath(bin);
  return real === '/usr/bin/snap' || real.startsWith('/snap/') || (await beginningOf(real)).includes('/snap/bin/');
}

/** @returns enough of a script; a program of hundreds of megabytes is not read whole */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096));
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** @returns null if it does not run */
async function versionOf(bin: string, env: Record<string, string>): Promise<string | null> {
  const asked = await run(bin, ['--version'], { env: { ...process.env, ...env } }).catch(() => null);
  return asked && (/(\d+(\.\d+){3})/.exec(asked.stdout)?.[1] ?? null);
}
