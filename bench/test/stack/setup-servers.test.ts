/** The servers and the browser that set-up fetches, started. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { cacheDir } from '../../setup/cache.ts';
import { findJdk } from '../../setup/jdk.ts';
import { provideChromium } from '../../setup/programs/chromium.ts';
import { provideMariaDb } from '../../setup/programs/mariadb.ts';
import { provideInfluxDb, providePrometheus } from '../../setup/programs/servers.ts';
import { run } from '../../util/programs.ts';
import { temporaryFolder } from '../support/temporary.ts';

const unexpected = (line: string) => assert.fail(`set-up did something: ${line}`);

test('the servers and the browser that set-up provides do run, and a second time nothing is done', async () => {
  const cache = cacheDir();
  const { home: javaHome } = await findJdk();
  const provide = (place: { cache: string; log: (line: string) => void }) =>
    Promise.all([provideMariaDb(place, javaHome), provideInfluxDb(place), providePrometheus(place), provideChromium(place)]);
  const first = await provide({ cache, log: () => {} });
  assert.deepEqual(await provide({ cache, log: unexpected }), first);
  const [mariadb, influxdb, prometheus, chromium] = first;
  assert.match((await run(mariadb.bin, ['--no-defaults', '--version'])).stdout, new RegExp(`${mariadb.version}-MariaDB`));
  assert.match(influxdb.version, /^1\.\d+\.\d+/);
  assert.match(prometheus.version, /^\d+\.\d+\.\d+$/);
  const picture = path.join(temporaryFolder(), 'page.png');
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--screenshot=${picture}`,
    'data:text/html,<h1>x</h1>',
  ];
  await run(chromium.bin, args, { env: { ...process.env, ...chromium.env } });
  assert.equal(readFileSync(picture).subarray(1, 4).toString('latin1'), 'PNG');
});
