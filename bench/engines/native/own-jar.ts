import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * A JVM reads its jar as long as it runs, and may be restarted. A build in the meantime must not affect the run.
 * @returns the run's copy, made at the first use
 */
export async function ownJar(jar: string, workDir: string): Promise<string> {
  const copy = path.join(workDir, 'jars', path.basename(jar));
  if (existsSync(copy)) return copy;
  await mkdir(path.dirname(copy), { recursive: true });
  // Two targets of one module may start at the same time, and neither may see half a jar.
  const partial = `${copy}.${randomUUID()}`;
  await copyFile(jar, partial);
  await rename(partial, copy);
  return copy;
}
