/** Unpacks Debian packages into a private folder: without root, without system services, without changing the system. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../util/errors.ts';
import { findPrograms, run } from '../util/programs.ts';

/** Downloads packages, with dependencies that the system lacks, and unpacks them into an empty folder. It has package lists of its own: the system's may
 * be missing or stale, and only root could update them. @param advice end of the message if there is no apt @throws {Error} one line */
export async function unpack(packages: string[], directory: string, advice = `; install ${packages.join(', ')}`): Promise<void> {
  const [apt] = await findPrograms(['apt-get']);
  const [dpkg] = await findPrograms(['dpkg-deb']);
  if (!apt || !dpkg) throw new Error(`apt-get, which would fetch a private copy, was not found${advice}`);
  const state = path.join(directory, '.apt');
  for (const folder of ['state/lists/partial', 'cache/archives/partial']) await mkdir(path.join(state, folder), { recursive: true });
  await download(apt, aptOptions(state), packages);
  const archives = path.join(state, 'cache', 'archives');
  for (const file of (await readdir(archives)).filter((name) => name.endsWith('.deb'))) {
    await run(dpkg, ['-x', path.join(archives, file), directory]);
  }
  await rm(state, { recursive: true });
}

/** @throws {Error} one line */
async function download(apt: string, options: string[], packages: string[]): Promise<void> {
  // A failure alone is no reason to stop: a third-party repository, or a hook that needs root, also makes `update` fail.
  const unlisted = await run(apt, [...options, '-o', 'APT::Update::Error-Mode=any', 'update']).then(
    () => '',
    (error) => `; its package lists could not be fetched: ${error.message}`,
  );
  try {
    await run(apt, [...options, 'install', '--yes', '--no-install-recommends', '--reinstall', '--download-only', ...packages]);
  } catch (error) {
    throw new Error(`${messageOf(error)}${unlisted}`, { cause: error });
  }
}

/** @param state folder for apt's lists and downloads */
function aptOptions(state: string): string[] {
  const settings = {
    'Dir::State': path.join(state, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': path.join(state, 'cache'),
    // The locks of the system's folders belong to root, and nothing is written there.
    'Debug::NoLocking': '1',
    // Keeps the current user: no sandbox, and no need for a named user.
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** @param directory that packages were unpacked into @returns value for LD_LIBRARY_PATH: all folders below it with shared libraries */
export async function libraryPath(directory: string): Promise<string> {
  const folders = new Set<string>();
  for (const base of ['usr/lib', 'lib']) {
    const entries = await readdir(path.join(directory, base), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const { name, parentPath } of entries) if (/\.so(\.|$)/.test(name)) folders.add(parentPath);
  }
  return [...folders].join(':');
}
