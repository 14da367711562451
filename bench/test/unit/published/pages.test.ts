/** The page of all published runs, and of one. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { indexText } from '../../../published/folder.ts';
import { histories } from '../../../published/pages/history.ts';
import { indexPage } from '../../../published/pages/index-page.ts';
import { machineClasses, newestOfEach } from '../../../published/pages/results.ts';
import { root } from '../../../record/catalogue.ts';
import { validResult } from '../../fixtures/results.ts';

const AMD = { cpu: 'AMD EPYC', cores: 2, memoryBytes: 24 * 2 ** 30, targetCpus: 0.5 };
const old = validResult({ run: '20260901-000000-quick', startedAt: '2026-09-01T00:00:00.000Z' });
const newest = validResult({ run: '20261101-000000-quick', startedAt: '2026-11-01T00:00:00.000Z' });
const other = validResult({ run: '20261001-000000-quick', startedAt: '2026-10-01T00:00:00.000Z', machine: AMD });

describe('published results', () => {
  it('have the newest of each machine class first', () => {
    assert.deepEqual(machineClasses([old, other, newest]), [
      { machine: 'Example i7-1, 16 cores, 32 GB', results: [newest, old] },
      { machine: 'AMD EPYC, 2 cores, 24 GB', results: [other] },
    ]);
  });

  it('show the newest of each comparison, and fold what was measured alike before', () => {
    const docker = { ...old, run: 'docker', engine: 'docker' };
    const fewer = { ...old, run: 'fewer', targets: old.targets.slice(0, 1) };
    assert.deepEqual(newestOfEach([newest, docker, fewer, old]), { newest: [newest, docker, fewer], earlier: [old] });
    const page = indexPage([old, docker, fewer, newest]);
    assert.match(page, /id="fewer".*class="earlier"><summary>1 earlier run<.*id="20260901-000000-quick"/s);
  });

  it('have a table for each run, with a ratio and its interval for each metric, and what it says', () => {
    const page = indexPage([newest]);
    for (const part of [
      '<article id="20261101-000000-quick" data-machine="Example i7-1, 16 cores, 32 GB" data-engine="native" data-jdk="JDK 25">',
      '<span class="ratio better" data-metric="throughput"><strong>×1.23</strong><small>[1.15, 1.32]</small>',
      '<span class="ratio worse" data-metric="cpu"><strong>×1.30</strong><small>[1.20, 1.40]</small>',
      '<span class="ratio open" data-metric="p99"><strong>×0.90</strong><small>0.80–1.00</small>',
      '<span class="ratio discarded" data-metric="throughput" title="the baseline is discarded"><strong>discarded</strong>',
      'href="20261101-000000-quick/index.html"',
    ])
      assert.ok(page.includes(part), part);
  });

  it('have chips where there is a choice', () => {
    const filters = (page: string) => [...new Set([...page.matchAll(/data-filter="(\w+)"/g)].map(([, name]) => name))];
    assert.deepEqual(filters(indexPage([newest])), ['metric', 'scenario']);
    const docker = { ...other, engine: 'docker', versions: { ...other.versions, jdk: '27.0.1' } };
    assert.deepEqual(filters(indexPage([newest, docker])), ['metric', 'scenario', 'machine', 'engine', 'jdk']);
  });

  it('have a history where a ratio was measured twice alike', () => {
    assert.equal(histories([newest]).text, '');
    assert.equal(histories([newest, { ...old, engine: 'docker' }]).text, '');
    assert.equal(histories([newest, { ...old, databaseRttMs: 10 }]).text, '');
    const page = histories([newest, old]).text;
    assert.equal(page.match(/<figure/g)?.length, 3, 'without the one that is discarded');
    assert.match(page, /aria-label="Requests\/s, read, MVC-VT\. 2026-09-01: ×1\.23, faster; 2026-11-01: ×1\.23, faster"/);
  });

  it('are text where they are full of markup', () => {
    const markup = '"><script>alert(1)</script>';
    const bad = validResult({
      ...{ answer: markup, engine: markup, settings: markup, machine: { ...AMD, cpu: markup } },
      targets: ['mvc', 'mvc-vt'].map((name) => ({ name, label: markup })),
      versions: { ...old.versions, jdk: markup, springBoot: markup, stackbench: markup },
    });
    const page = indexPage([bad, { ...bad, run: markup }]);
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.ok(page.includes('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'));
  });

  it('are a page that says so without any', () => assert.match(indexPage([]), /No run is published yet\./));
});

it('published/ has the index that is made of its submissions: else make published', () => {
  const folder = path.join(root, 'published');
  assert.equal(readFileSync(path.join(folder, 'index.html'), 'utf8'), indexText(folder));
});
