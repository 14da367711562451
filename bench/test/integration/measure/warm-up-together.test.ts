/** Several targets are warmed up together, with stand-ins for them and for k6. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PartFailure } from '../../../measure/part/context.ts';
import { warmUpTogether } from '../../../measure/warm-up/together.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { localGenerator } from '../../support/generators.ts';
import { serverOfSuite } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Generator } from '../../../engines/engine.ts';

const FAKE_K6 = fileURLToPath(new URL('../../fixtures/fake-k6.ts', import.meta.url));

describe('several targets', () => {
  const limits: string[] = [];
  const server = serverOfSuite((request, response) => {
    const idle = 'http_server_requests_active_seconds_count 0\nprocess_cpu_time_ns_total 0\n';
    response.end(request.url === '/metrics' ? idle : '{}');
  });

  async function warmedUp({
    scenario = 'read',
    generators = [localGenerator([process.execPath])],
    targets = {},
    maxSeconds = 20,
    limitInTurn = false,
  }: { scenario?: string; generators?: Generator[]; targets?: object; maxSeconds?: number; limitInTurn?: boolean } = {}) {
    const { url } = server;
    const limit = async (target: string, limited: boolean) => void limits.push(`${limited ? 'limit' : 'lift'} ${target}`);
    const engine = {
      generators,
      endpoints: { target: () => url, metrics: () => `${url}/metrics`, influx: { url, database: 'k6' } },
      targets: { isRunning: () => true, exit: () => null, canLift: true, limit, ...targets },
      track: () => {},
    } as any;
    limits.length = 0;
    const dir = temporaryFolder();
    const subject = { engine, root: '/', k6Bin: FAKE_K6, runId: 'r', catalogueFile: null, scenario };
    const looks: (number | null)[] = [];
    const options = { catalogue: readCatalogue(), mostVus: 300, maxSeconds, limitInTurn, dir };
    const onLook = (rps: number | null) => void looks.push(rps);
    const warmups = await warmUpTogether(subject, ['mvc', 'mvc-vt'], { ...options, onLook });
    return { warmups, looks, files: readdirSync(dir) };
  }

  it('get slices until all are hot, then those of a new k6 until all are steady; each k6 is interrupted, which is no failure', async () => {
    const { warmups, looks, files } = await warmedUp();
    const expected = {
      ...{ scenario: 'read', vus: 300, quotaLifted: true, limitInTurn: false },
      ...{ seconds: 6, perSecond: Array(6).fill(10), compilingShare: null, steady: true },
      untilWarm: { seconds: 2, requests: 20, cpuSeconds: 0 },
    };
    assert.deepEqual(warmups, { mvc: expected, 'mvc-vt': expected });
    assert.deepEqual(limits, ['lift mvc', 'lift mvc-vt', 'limit mvc-vt', 'limit mvc']);
    assert.ok(looks.includes(10), looks.join());
    assert.deepEqual(files, ['k6-warmup.log'], 'its http.hlog does not stay');
  });

  it('are warm, too, where the signal that ends k6 came twice', async () => {
    const twice = `trap 'kill -INT $!' INT; "$0" "$@" & wait; wait $!; [ $? = 105 ] && exit 2; exit 1`;
    const { warmups } = await warmedUp({ generators: [localGenerator(['sh', '-c', twice, process.execPath])] });
    assert.equal(warmups.mvc.steady, true);
  });

  it('have their limits in turn', async () => {
    const { warmups } = await warmedUp({ limitInTurn: true });
    assert.deepEqual(
      [warmups.mvc.limitInTurn, warmups.mvc.seconds],
      [true, 10],
      'one that cannot be judged, then in turn, each held against the one before it of its kind',
    );
    assert.deepEqual(limits.slice(2, 6), ['limit mvc', 'lift mvc', 'limit mvc-vt', 'lift mvc-vt']);
  });

  it('end the warm-up where one of them ends', async () => {
    const exit = (target: string) => (target === 'mvc-vt' ? { code: 3, signal: null } : null);
    const warming = warmedUp({ targets: { exit, isRunning: () => false } });
    await assert.rejects(warming, new PartFailure('mvc-vt ended in the warm-up (exit code 3: out of memory)'));
  });

  it('are not warm where k6 fails', async () => {
    for (const scenario of ['read', 'block-offloaded']) {
      const warming = warmedUp({ scenario, generators: [localGenerator(['false'])] });
      await assert.rejects(warming, new PartFailure('k6 ended with 1 in the warm-up: see k6-warmup.log'));
    }
  });

  it('are warmed one after the other for a scenario that leaves a backlog', async () => {
    const { warmups, files } = await warmedUp({ scenario: 'block-offloaded', maxSeconds: 1 });
    assert.deepEqual([Object.keys(warmups), warmups['mvc-vt'].vus], [['mvc', 'mvc-vt'], 2]);
    assert.deepEqual(limits, ['lift mvc', 'limit mvc', 'lift mvc-vt', 'limit mvc-vt']);
    assert.deepEqual(files, ['k6-warmup.log']);
  });
});
