/** Each kind of finding: the data that a bundle's figures give, and the sentences made of them. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figures, readBundle } from '../../../analyse/index.js';
import { findings } from '../../../analyse/findings/index.js';
import { caveats, doubts, statements } from '../../../report/findings.js';
import { lastLines } from '../../../report/last-lines.js';
import { paragraph } from '../../../report/paragraph.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { judgedAgain } from '../../support/findings.js';

/** @typedef {import('../../../analyse/types.js').Figures} Figures */
/** @typedef {import('../../../analyse/types.js').CellFigures} CellFigures */
/** @typedef {import('../../../analyse/findings/types.js').Kind} Kind */

const dir = mkdtempSync(join(tmpdir(), 'stackbench words '));
after(() => rmSync(dir, { recursive: true, force: true }));
makeBundle(dir, { targets: ['mvc', 'mvc-vt'], scenarios: ['read'], healthy: true });
const bundle = readBundle(dir);

/**
 * Two targets in `read`, in which nothing went wrong, with a change.
 * @param {(made: Figures, cells: CellFigures[]) => void} [change] `cells`: of MVC and of MVC-VT
 * @returns {Figures}
 */
function changed(change = () => {}) {
  const made = figures({ ...bundle, run: structuredClone(bundle.run) });
  change(made, made.cells);
  return judgedAgain(made);
}

/** @param {Figures} made @param {Kind} kind */
function only(made, kind) {
  return made.findings.filter((finding) => finding.kind === kind);
}

/** @param {Figures} made @param {RegExp} title @returns {import('../../../report/words/findings/index.js').Caveat} */
function box(made, title) {
  const found = caveats(made).filter((caveat) => title.test(caveat.title));
  assert.equal(
    found.length,
    1,
    caveats(made)
      .map((caveat) => caveat.title)
      .join('\n'),
  );
  return found[0];
}

const MVC_1 = { scope: 'cell', scenario: 'read', target: 'mvc', round: 1 };
const MVC = { scope: 'target', scenario: 'read', target: 'mvc' };
const READ = { scope: 'scenario', scenario: 'read' };

describe('a run in which nothing went wrong', () => {
  it('has the findings of its method, its bottlenecks and how well it was measured', () => {
    const kinds = new Set(changed().findings.map(({ kind }) => kind));
    assert.deepEqual(
      [...kinds].sort(),
      [
        ...['bottleneck', 'calibration', 'checks', 'closed-loop', 'cpu-quota', 'few-rounds'],
        ...['littles-law', 'noise-floor-unknown', 'scrapes', 'warm-ups'],
      ].sort(),
    );
  });
});

describe('findings about a run', () => {
  it('uncommitted: the commit is not all that was measured', () => {
    const made = changed(({ run }) => (run.dirty = true));
    assert.deepEqual(only(made, 'uncommitted'), [{ scope: 'run', kind: 'uncommitted' }]);
    assert.equal(box(made, /uncommitted/).text, 'The commit above does not fully describe what was measured.');
  });

  it('few-rounds: a verdict needs blocks', () => {
    const found = { scope: 'run', kind: 'few-rounds', least: 1, most: 1, isSingle: true, needed: null };
    assert.deepEqual(only(changed(), 'few-rounds'), [found]);
    assert.match(
      box(changed(), /^Indicative: 1 round, no verdict\.$/).text,
      /One round shows no spread\. A verdict needs blocks, and no scenario here has any\.$/,
    );
  });

  it('cpu-quota: percentiles contain the wait for the next period', () => {
    assert.deepEqual(only(changed(), 'cpu-quota'), [{ scope: 'run', kind: 'cpu-quota', periodMs: 100 }]);
    assert.match(box(changed(), /^p95 and p99 reflect the CPU quota/).text, /in periods of 100 ms/);
  });
});

describe('findings about a cell', () => {
  it('failed: with its reason, in the box and on the terminal', () => {
    const made = changed(({ cells }) => Object.assign(cells[0], { state: 'failed', reason: 'mvc ended' }));
    const { scenario, target, round } = made.cells[0].planned;
    const [finding] = only(made, 'failed');
    assert.deepEqual([finding.kind, /** @type {any} */ (finding).reason], ['failed', 'mvc ended']);
    assert.match(box(made, /^1 cell failed\.$/).items[0], /^read · MVC(-VT)? · round 1: mvc ended$/);
    assert.deepEqual(lastLines(made).warnings, [`${scenario}/${target}/${round} failed: mvc ended`]);
  });

  it('void: each reason, in the box, the paragraph and on the terminal', () => {
    const made = changed((_, [first]) => (first.voids = [{ kind: 'points dropped', points: 9 }, { kind: 'counts differ', k6: 5, hlog: 4 }])); // prettier-ignore
    const reasons = 'the rollup output dropped 9 points; k6 counted 5 requests, http.hlog holds 4';
    assert.deepEqual(box(made, /^1 cell is void\.$/).items, [`read · MVC · round 1: ${reasons}`]);
    assert.ok(doubts(made, 'read').includes('1 cell of this scenario is void and decided nothing.'));
    assert.ok(lastLines(made).lines.includes(`1 of 2 cells void, which decides nothing: read/mvc/1 (${reasons})`));
  });

  it('cell-disturbed: by what, in the box alone', () => {
    const by = {
      kind: /** @type {const} */ ('other processes'),
      share: 0.262,
      stolenShare: null,
      interruptsShare: null,
      vus: 150,
      limitShare: 0.1,
    };
    const made = changed((_, [first]) => (first.disturbed = by));
    const { items } = box(made, /^Other processes did not change 1 cell\.$/);
    assert.deepEqual(items, ['read · MVC · round 1: other processes used 26.2 % of the machine at 150 VUs, more than 10 %']);
    assert.deepEqual(only(made, 'void'), []);
  });

  it('pending: by scenario', () => {
    const made = changed(({ cells }) => cells.slice(0, 2).forEach((cell) => Object.assign(cell, { state: 'pending' })));
    assert.equal(only(made, 'pending').length, 2);
    assert.deepEqual(box(made, /^2 cells not measured\.$/).items, ['read: 2 cells']);
  });

  it('failed-requests: with their share of all', () => {
    const made = changed((_, [first]) => {
      first.stages.forEach((stage, index) => Object.assign(stage, { successes: 1000, failures: index === 0 ? 7 : 0 }));
      first.afterLastStage = { successes: 490, failures: 3 };
    });
    assert.deepEqual(only(made, 'failed-requests'), [{ ...MVC_1, kind: 'failed-requests', failed: 10, requests: 3500 }]);
    assert.deepEqual(box(made, /^1 cell with failed requests\.$/).items, ['read · MVC · round 1: 10 of 3,500 requests failed (0.3 %)']);
  });

  it('check-failed: not those that the analysis makes again', () => {
    const failing = (/** @type {string} */ name) => ({ name, ok: false, detail: `${name} is wrong` });
    const made = changed((_, [first]) => Object.assign(first.cell ?? {}, { checks: ['generator', 'scrapes', 'idle before'].map(failing) }));
    assert.deepEqual(only(made, 'check-failed'), [{ ...MVC_1, kind: 'check-failed', name: 'idle before', detail: 'idle before is wrong' }]);
    assert.deepEqual(box(made, /^1 check failed\.$/).items, ['read · MVC · round 1: idle before (idle before is wrong)']);
  });

  it('files-missing and no-live-data: named with the cell', () => {
    const made = changed((_, [first]) => {
      first.missing = ['server.csv: no such file'];
      Object.assign(first.cell?.counts ?? {}, { influx: null });
    });
    assert.deepEqual(only(made, 'files-missing'), [{ ...MVC_1, kind: 'files-missing', files: ['server.csv: no such file'] }]);
    assert.deepEqual(box(made, /^1 cell with missing or broken files\.$/).items, ['read · MVC · round 1: server.csv: no such file']);
    assert.deepEqual(box(made, /^1 cell without live data in InfluxDB\.$/).items, ['read · MVC · round 1']);
  });

  it('still-rising: on the last plateau alone, in the box and the paragraph', () => {
    const made = changed((_, [mvc, vt]) => {
      mvc.stillRising = [false, false, true];
      vt.stillRising = [true, true, false];
    });
    assert.deepEqual(only(made, 'still-rising'), [{ ...MVC_1, kind: 'still-rising' }]);
    assert.deepEqual(box(made, /^Throughput was still rising on the last plateau in 1 cell\.$/).items, ['read · MVC · round 1']);
    assert.ok(doubts(made, 'read').includes('Still rising on the last plateau: MVC in 1 of 1 round.'));
  });

  it('gc-pauses: more than a tenth of the last plateau, in the box and the paragraph', () => {
    const made = changed((_, [mvc, vt]) => {
      mvc.stages.forEach((stage, index) => Object.assign(stage, { gcPauseShare: [0.05, 0.1, 0.127][index] }));
      vt.stages.forEach((stage, index) => Object.assign(stage, { gcPauseShare: [0.5, null, 0.1][index] }));
    });
    assert.deepEqual(only(made, 'gc-pauses'), [{ ...MVC_1, kind: 'gc-pauses', slices: 1, of: 1, gcPauseShare: 0.127 }]);
    const { items } = box(made, /^Pauses for garbage collection took more than 10 % of the last plateau in 1 cell\.$/);
    assert.deepEqual(items, ['read · MVC · round 1: 12.7 %']);
    assert.ok(doubts(made, 'read').includes('Pauses for garbage collection took more than 10 % of the last plateau: MVC in 1 of 1 round.'));
  });

  it('gc-pauses: none where the target does not tell', () => {
    const made = changed((_, cells) => cells.forEach(({ stages }) => Object.assign(stages[2], { gcPauseShare: null })));
    assert.deepEqual(only(made, 'gc-pauses'), []);
  });

  it('littles-law-off: plateau by plateau, only where nothing explains it', () => {
    const off = { users: 250.04, betweenRequests: 0, holds: false };
    const made = changed((_, [mvc]) => {
      mvc.littlesLaw = [{ ...off, explanation: { kind: 'generator' } }, null, { ...off, explanation: null }];
    });
    assert.equal(only(made, 'littles-law-off').length, 1);
    assert.deepEqual(box(made, /^Little's law is off by more than 3 % on 1 plateau without an explanation\.$/).items, [
      'read · MVC at 300 VUs: the law gives 250.0 users',
    ]);
    assert.ok(doubts(made, 'read').includes("Little's law is off without an explanation: MVC in 1 of 1 round."));
    assert.match(
      String(statements(made, 'read')[0]),
      /^Little's law \(users = iterations\/s × mean duration\) holds within 3 % on 3 of 5 plateaus; 1 more is explained below; 1 is not explained\.$/,
    );
  });
});

describe('findings about a target', () => {
  it('bottleneck: at the last stage', () => {
    const made = changed((_, [, vt]) => (vt.bottlenecks[2] = { kind: 'users waiting', vus: 300, cpuShare: 0.5 }));
    const found = /** @type {any[]} */ (only(made, 'bottleneck'));
    assert.deepEqual(
      found.map(({ target, bottleneck }) => [target, bottleneck.kind]),
      [
        ['mvc', 'target CPU'],
        ['mvc-vt', 'users waiting'],
      ],
    );
    assert.match(paragraph(made, 'read'), /The bottleneck of MVC is its CPU: .*\. Less CPU per request/);
  });

  it('not-compared: why, in the paragraph', () => {
    const made = changed((whole, [, vt]) => {
      vt.stages[2].plateauSuccesses = 0;
      whole.comparisons = whole.comparisons.filter(({ stage }) => stage !== 2);
    });
    const why = { kind: 'silent', seen: null };
    const vt = { ...MVC, target: 'mvc-vt', kind: 'not-compared', stage: 2, why };
    assert.deepEqual(only(made, 'not-compared'), [{ ...vt, metric: 'throughput' }, { ...vt, metric: 'cpu' }]); // prettier-ignore
    assert.match(paragraph(made, 'read'), /^At 300 VUs nothing can be compared with MVC\./);
  });

  it('late-answers: from more than five seconds on', () => {
    const made = changed((_, [mvc, vt]) => Object.assign(mvc, { lastAnswerSeconds: 6 }) && (vt.lastAnswerSeconds = 5));
    assert.deepEqual(only(made, 'late-answers'), [{ ...MVC, kind: 'late-answers', seconds: 6 }]);
    assert.match(statements(made, 'read')[0], /^Requests piled up: .*, up to 6 s later on MVC\. /);
  });
});

describe('findings about a scenario', () => {
  it('nothing-measured: nothing is concluded', () => {
    const made = changed(({ groups }) => groups.forEach((group) => (group.cell = null)));
    assert.deepEqual(only(made, 'nothing-measured'), [{ ...READ, kind: 'nothing-measured' }]);
    assert.equal(paragraph(made, 'read'), 'Nothing of this scenario was measured to its end, so nothing can be concluded.');
    assert.deepEqual(statements(made, 'read'), ['Nothing of this scenario was measured to its end.']);
  });

  it('scrapes and checks: all there, or how many', () => {
    const [scrapes, , checks] = statements(changed(), 'read').slice(-3);
    assert.deepEqual([scrapes, checks], ['Scrapes: all expected 1 s samples are there.', 'All 4 checks of the measurement passed.']);
    const made = changed((_, [first]) => {
      Object.assign(first.cell ?? {}, { scrapes: { expected: 10, ok: 9, slowestMs: 1 } });
      Object.assign(first.cell?.checks?.[0] ?? {}, { ok: false });
    });
    const [missing, , failed] = statements(made, 'read').slice(-3);
    assert.equal(missing, 'Scrapes: 95.5 % of the expected 1 s samples are there, at least 90 % in every cell.');
    assert.equal(failed, '1 of 4 checks of the measurement failed.');
  });

  it('are made by one function, from the figures alone', () => {
    const made = changed();
    assert.deepEqual(findings(made), made.findings);
  });
});
