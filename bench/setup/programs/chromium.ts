/** Finds Chromium, with which the tests open the report, or unpacks a private copy of Debian's with its libraries and fonts. */
import { open, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { libraryPath, unpack } from '../debian.ts';
import { provide, matched, type Place } from '../provide.ts';

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
const CURE = 'install google-chrome, or a chromium that is not a snap';

/** `env`: variables that it needs in addition to the caller's environment */
type Chromium = { bin: string; env: Record<string, string>; version: string };

/** @param names programs to look for on PATH @throws {Error} one line */
export function provideChromium(place: Place, names = NAMES): Promise<Chromium> {
  const fetch = async (temporary: string) => {
    place.log('Unpacking Chromium from Debian into the cache (100 MB) …');
    await unpack(['chromium', 'fonts-dejavu-core'], temporary, '').catch((error) => {
      throw new Error(`Chromium is needed and cannot be fetched here (${error.message}); ${CURE}`, { cause: error });
    });
    await writeFile(path.join(temporary, 'fonts.conf'), FONTS);
    return temporary;
  };
  const wanted = { names, inspect, entry: 'chromium', bin: 'usr/lib/chromium/chromium', fetch };
  return provide({ ...wanted, title: 'Chromium', cure: CURE }, place);
}

async function inspect(bin: string, copy?: string): Promise<Chromium | null> {
  if (copy === undefined && (await isSnap(bin))) return null;
  const env: Record<string, string> =
    copy === undefined ? {} : { LD_LIBRARY_PATH: await libraryPath(copy), FONTCONFIG_FILE: path.join(copy, 'fonts.conf') };
  const version = await matched(bin, ['--version'], /(\d+(\.\d+){3})/, env);
  return version === null ? null : { bin, env, version };
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
