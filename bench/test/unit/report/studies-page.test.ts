import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { measuredText, oursText } from '../../../report/words/studies.ts';
import { conclusionsText, studyResult, writeStudies, writeStudy } from '../../../report/study/index.ts';
import { conclusionsTable, tallyText } from '../../../report/study/tables.ts';
import { chooseStudy, STUDIES } from '../../../studies/index.ts';
import { alsoWithJdbcClient, faster, fewerThreads, runOf } from '../../../studies/terms.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FLAWED = 'webflux-unsubscribed';
const S0 = chooseStudy('S0');
const S4 = chooseStudy('S4');

const folder = temporaryFolder();
const s0Dir = path.join(folder, '20261121-093000-S0-main');
const s4Dirs = { main: path.join(folder, '20261121-093000-S4-main'), flaw: path.join(folder, '20261121-093000-S4-flaw') };

before(() => {
  makeBundle(s0Dir, { healthy: true, levels: [100, 300, 500] });
  const { targets, scenarios } = S4.runs[0];
  makeBundle(s4Dirs.main, { healthy: true, targets, scenarios });
  const catalogue = readCatalogue();
  const dashed = { ...catalogue.targets['webflux-r2dbc'], label: 'WebFlux, never subscribed', colour: '#111111' };
  makeBundle(s4Dirs.flaw, {
    healthy: true,
    targets: S4.runs[2].targets,
    scenarios: ['calculator'],
    levels: [10],
    capacity: (_, target) => (target === FLAWED ? 9000 : 5),
    run: {
      catalogue: { ...catalogue, targets: { ...catalogue.targets, [FLAWED]: dashed } },
      refused: { [FLAWED]: `${FLAWED} calculator: the primes are not counted anew` },
    },
  });
});

const resultOfS0 = () => studyResult(S0, { main: s0Dir });

describe('the page of a study', () => {
  it('says of the sleep that virtual threads lead, indicative, and why', () => {
    const { conclusions } = resultOfS0();
    const [byFar] = conclusions.filter(({ text }) => text.startsWith('Block: virtual'));
    // 500 users: 500/s on virtual threads, 200/s on 200 threads, 4/s on 4 event loops.
    assert.deepEqual([byFar.outcome, byFar.indicative], ['holds', true]);
    assert.deepEqual(byFar.claims[0].ours.map(oursText), ['MVC-VT 500/s', 'MVC 200/s']);
    assert.equal(measuredText(byFar.claims[0].measured), 'MVC-VT ÷ MVC ×2.50');
    assert.equal(byFar.claims[0].bottleneck?.bottleneck.kind, 'request threads');
    assert.equal(byFar.claims[1].bottleneck?.bottleneck.kind, 'event loop');
  });

  it('gives first the claim that refutes a conclusion', () => {
    const result = resultOfS0();
    const [read] = result.conclusions;
    const [open, other] = read.claims;
    const outcome = 'does not hold' as const;
    const refuted = { ...read, outcome, claims: [open, { ...other, outcome }] };
    const [[, , , { text }]] = conclusionsTable({ ...result, conclusions: [refuted] }).rows;
    assert.match(text, /^MVC-VT ÷ WebFlux\+R2DBC .+; cannot tell: MVC-VT ÷ MVC /);
  });

  it('begins with how many conclusions hold, and is written as Markdown too', () => {
    const result = resultOfS0();
    assert.equal(tallyText([result]), '6 published conclusions: 2 hold, 4 undecided (4 with too few rounds for a verdict)');
    assert.equal(tallyText([result, result]), '12 published conclusions: 4 hold, 8 undecided (8 with too few rounds for a verdict)');
    const [first, ...others] = result.conclusions;
    const holding = { ...first, outcome: 'holds' as const };
    const refuted = others.map((each) => ({ ...each, outcome: 'does not hold' as const }));
    assert.equal(tallyText([{ ...result, conclusions: [holding, ...refuted] }]), '6 published conclusions: 1 holds, 5 do not hold');
    assert.equal(tallyText([{ ...result, conclusions: refuted.slice(1, 2) }]), '1 published conclusion: 1 does not hold');
    const unmeasured = studyResult(S0, {});
    assert.equal(tallyText([unmeasured]), '6 published conclusions: 6 undecided');
    const page = readFileSync(writeStudy(folder, result), 'utf8');
    assert.match(page, /<p class="answer"[^>]*>6 published conclusions: 2 hold, 4 undecided \(4 with too few rounds for a verdict\)<\/p>/);
    const text = readFileSync(path.join(folder, 'study-S0.md'), 'utf8');
    assert.match(text, /^# S0: /);
    for (const said of Object.keys(S0.conclusions)) assert.ok(text.includes(said.split(':')[1].trim().slice(0, 20)), said);
  });
});

it('the table on the terminal has a row for each conclusion, none wider than its columns', () => {
  const text = conclusionsText(resultOfS0());
  const [, title, , heads] = text.split('\n');
  assert.equal(title, 'S0: MVC, virtual threads and WebFlux at five endpoints');
  assert.match(heads, /^theirs +ours +verdict$/);
  assert.equal(text.split('\n\n').length, Object.keys(S0.conclusions).length + 2);
  for (const line of text.split('\n')) assert.ok(line.length <= 132, line);
  assert.match(conclusionsText(studyResult(S0, {})), /– +cannot tell: not measured\./);
});

describe('a study with a flaw in it', () => {
  it('shows the refusal by name, and strikes out both discarded figures', () => {
    const result = studyResult(S4, s4Dirs);
    const page = readFileSync(writeStudy(folder, result), 'utf8');
    assert.match(page, /Refused by the verification: webflux-unsubscribed calculator: the primes are not counted anew\./);
    const [row] = page.match(/<tr><th[^>]*>(?:<svg.*?<\/svg>)?calculator, Netty, never subscribed.*?<\/tr>/s) ?? [];
    assert.ok(row);
    assert.match(row, /<del>661\/s<\/del><span class="note">no work was done<\/span>/);
    assert.match(row, /<del>[\d,]+\/s<\/del><span class="note">discarded<\/span>/);
    assert.match(readFileSync(path.join(folder, 'study-S4.md'), 'utf8'), /~~661\/s~~/);
  });

  it('shows on the terminal what the flaw leads to, beside the honest figures', () => {
    const words = conclusionsText(studyResult(S4, s4Dirs)).replaceAll(/\s+/g, ' ');
    // 10 users and room for 9,000/s, or 5/s: 9,000 × (1 - e^(-10/40)) = 1,991/s, and 5/s × the same, rounded to a whole request: 1/s.
    assert.match(words, /calculator, Tomcat: 4\.06\/s 1\.00\/s for comparison/);
    // Lines of the three columns follow each other.
    assert.match(
      words,
      /Netty, never [12],\d+\/s discarded: no work was done; refused by the verification: subscribed: 661\/s webflux-unsubscribed calculator/,
    );
  });
});

it('the page of all studies has a section for each, and no chart without its data', () => {
  const results = [resultOfS0(), studyResult(S4, s4Dirs)];
  const page = readFileSync(writeStudies(folder, results), 'utf8');
  assert.match(page, /id="study-S0".*id="study-S4"/s);
  const names = JSON.parse(/id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '[]').map(({ place }: any) => place);
  const wanted = [...page.matchAll(/data-scenario="(.*?)"/g)].map(([, name]) => name);
  assert.deepEqual(new Set(wanted), new Set(names));
  assert.equal(names.length, new Set(names).size);
});

describe('the studies', () => {
  const { targets } = readCatalogue();

  it('have runs of their own, and claim and publish only what these measure, of pairs that fit', () => {
    for (const study of STUDIES) {
      const names = study.runs.map((run) => run.name);
      assert.deepEqual(names, [...new Set(names)], study.id);
      const claims = Object.values(study.conclusions).flat();
      for (const said of [...claims, ...study.figures]) {
        const { scenario } = said;
        const run = study.runs.find(({ name }) => name === runOf(study, said));
        assert.ok(run, `${study.id}: ${JSON.stringify(said)}`);
        assert.ok(run.scenarios.includes(scenario), `${study.id}: ${scenario}`);
        for (const target of 'targets' in said ? said.targets : [said.target]) {
          assert.ok(run.targets.includes(target), `${study.id}: ${target}`);
          assert.equal(targets[target].unfit?.[scenario], undefined, `${study.id}: ${target} ${scenario}`);
        }
      }
    }
  });

  it('judge what they say of JPA once more, with JdbcClient in its place', () => {
    const claims = [...faster('read', 'webflux-jpa', 'mvc-jpa'), fewerThreads('read', 'webflux-r2dbc', 'mvc-jpa')];
    const without = faster('read', 'mvc-vt', 'mvc');
    assert.deepEqual(Object.entries(alsoWithJdbcClient({ 'A is so.': claims, 'B is so.': without })), [
      ['A is so.', claims],
      [
        'With JdbcClient in place of JPA: A is so.',
        [...faster('read', 'webflux-jdbc', 'mvc'), fewerThreads('read', 'webflux-r2dbc', 'mvc')],
      ],
      ['B is so.', without],
    ]);
    const hasAgain = (id: string) => Object.keys(chooseStudy(id).conclusions).some((text) => text.startsWith('With JdbcClient'));
    for (const id of ['S1', 'S2', 'S4']) assert.ok(hasAgain(id), id);
  });
});
