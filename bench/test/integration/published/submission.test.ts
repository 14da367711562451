/** A run is submitted and checked; whatever is changed in it is refused by file and figure. A submission of a stranger runs nothing and writes nowhere. */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { report } from '../../../commands/report.ts';
import { DATA_FILE, packed, unpacked } from '../../../published/archive.ts';
import { checkSubmissionCommand, published, submit } from '../../../published/commands.ts';
import { MANIFEST_FILE, filesOf } from '../../../published/check/files.ts';
import { checkSubmission } from '../../../published/check/index.ts';
import { submissionOf, submissions } from '../../../published/folder.ts';
import { readCatalogue, root as checkout } from '../../../record/catalogue.ts';
import { writeReport } from '../../../report/index.ts';
import { UsageError } from '../../../util/errors.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validCalibration } from '../../fixtures/records.ts';
import { MARKUP, fullOfMarkup } from '../../support/damage.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const root = temporaryFolder();
const resultsDir = path.join(root, 'results');
const id = '20261121-093000-quick';
const place = path.join(root, 'published', id);
const part = 'parts/read/1-1';
/** What its machine and its user would not want to be known. */
const alice = { words: ['alice', 'alices-laptop'], folders: ['/home/alice', '/home/alice/src/stackbench'] };

let said: string[] = [];
const command = {
  catalogue: readCatalogue(),
  ...{ root, resultsDir, cacheDir: '', env: { RUN: id, DIR: place }, signal: AbortSignal.timeout(2 ** 30) },
  log: (line: string) => void said.push(line),
  warn: (line: string) => void said.push(line),
};

/** @param dir a submission @returns the files in its data */
const readData = (dir: string): Map<string, string> => unpacked(dir, readFileSync(path.join(dir, DATA_FILE), 'utf8'));

/** @param dir a bundle or a submission @param name of a file there, or in the data */
function readText(dir: string, name: string): string {
  const file = path.join(dir, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : (readData(dir).get(name) ?? '');
}

/** @param dir a bundle or a submission @param name of a file there, or in the data */
function writeText(dir: string, name: string, content: string) {
  const file = path.join(dir, name);
  if (existsSync(file)) writeFileSync(file, content);
  else writeFileSync(path.join(dir, DATA_FILE), packed(readData(dir).set(name, content)));
}

function changeJson(dir: string, name: string, change: (content: any) => unknown) {
  const content = JSON.parse(readText(dir, name));
  change(content);
  writeText(dir, name, JSON.stringify(content));
}

/** Two targets in one scenario of a machine with much to hide. */
function makeRun(dir: string, run?: Record<string, unknown>) {
  const options = { rounds: 3, blocks: 2, scenarios: ['read', 'create'], targets: ['mvc', 'webflux-r2dbc'], healthy: true };
  makeBundle(dir, { ...options, levels: [10, 20], run: { calibration: validCalibration(), ...run } });
}

before(async () => {
  makeRun(path.join(resultsDir, id));
  await submit(command);
});

/** @returns the names of all that is in the folder of the tests */
function everything(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
}

/** @returns the refusal, which is one line */
function refusal(dir: string, check: (dir: string) => unknown = checkSubmission): string {
  let message = '';
  assert.throws(
    () => check(dir),
    (error: Error) => {
      message = error.message;
      return error instanceof UsageError && !message.includes('\n') && message.length < 700;
    },
  );
  return message;
}

/** As whoever changes a file on purpose does. */
function renewManifest(dir: string) {
  const derived = readdirSync(dir).filter((name) => ![DATA_FILE, MANIFEST_FILE].includes(name));
  const files = filesOf(readText(dir, DATA_FILE), new Map(derived.map((name) => [name, readText(dir, name)])));
  writeFileSync(path.join(dir, MANIFEST_FILE), files.get(MANIFEST_FILE) ?? '');
}

/** @param from the submission, or its bundle @returns a copy, with its name, in a folder of its own */
function copyOf(from: string = place): string {
  const copy = path.join(mkdtempSync(path.join(root, 'copy-')), id);
  cpSync(from, copy, { recursive: true });
  return copy;
}

describe('make submit', () => {
  it('writes a folder that is accepted, says what is in it and what comes next', async () => {
    const text = said.join('\n');
    assert.match(text, new RegExp(`^published/${id}: 7 files, \\d+ KB$`, 'm'));
    for (const name of readdirSync(place)) assert.ok(text.includes(`\n  ${name} `), name);
    assert.match(text, /^same work: verified 2026-11-21 09:30:20 UTC, 2 targets × 2 scenarios$/m);
    assert.match(text, /^noise floor: /m);
    assert.match(text, /^next: git add published, .*pull request/m);
    said = [];
    assert.equal(await checkSubmissionCommand(command), 0);
    assert.match(said[0], /^20261121-093000-quick: accepted; 7 files, .* MB; recomputed the same: slices\.csv, /);
  });

  it('writes the same a second time, and beside it nothing', async () => {
    const hashes = () =>
      everything()
        .filter((name) => name.startsWith('published') && /\.\w+$/.test(name))
        .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]);
    const first = hashes();
    await submit(command);
    assert.deepEqual(hashes(), first);
    assert.deepEqual(readdirSync(root), ['published', 'results']);
  });

  it('has the figures of the run, and no log of k6', () => {
    const whole = copyOf(path.join(resultsDir, id));
    writeReport(whole);
    assert.equal(readText(place, 'slices.csv'), readText(whole, 'slices.csv'));
    assert.ok(![...readData(place).keys()].some((name) => name.endsWith('.log')));
  });

  it('is a bundle again where it was copied to results/, of which make report writes the page with its charts', async () => {
    const copy = copyOf();
    const results = path.dirname(copy);
    assert.equal(await report({ ...command, resultsDir: results }), 0);
    assert.ok(existsSync(path.join(copy, 'report.html')));
    for (const name of ['slices.csv', 'verdicts.json', 'report.md']) assert.equal(readText(copy, name), readText(place, name));
    const outside = { ...command, resultsDir: path.join(results, 'results'), env: { RUN: `../${id}` } };
    rmSync(path.join(copy, 'run.json'));
    await assert.rejects(report(outside), /no such run/);
    assert.ok(!existsSync(path.join(copy, 'run.json')), 'nothing is unpacked elsewhere');
  });

  it('has no name of the user or the machine, no path and no command of theirs', () => {
    const dir = path.join(mkdtempSync(path.join(root, 'private-')), id);
    const host = 'alices-laptop';
    makeRun(dir, {
      notes: [
        { kind: 'busy-machine', share: 0.2, processes: [{ name: 'secret-project', cores: 0.4 }] },
        { kind: 'stand-in', service: 'mongo', version: `of alice, in /home/alice/bin` },
      ],
    });
    changeJson(dir, 'run.json', (run) => {
      run.machine.kernel = `Linux 6.1.0 ${host}`;
      run.limits.jvmArgs.push('-javaagent:/home/alice/agent.jar');
      run.limits.containers = [{ service: 'mvc', image: `registry.${host}:5000/alice/mvc:1`, digest: '', cpus: null, memoryBytes: null }];
      run.catalogue.targets.mvc.command = ['/home/alice/src/stackbench/run', host];
      run.catalogue.targets.mvc.environment.KEY_FILE = '/home/alice/key';
    });
    changeJson(dir, `${part}/part.json`, (record) => {
      record.checks[0].detail = `alice@${host}:/home/alice/src/stackbench/results`;
      record.slices[0].others = [{ name: 'secret-project', cores: 0.4 }];
    });
    writeFileSync(path.join(dir, part, 'k6.log'), '/home/alice/src/stackbench/k6/read.js');
    const hlog = path.join(dir, part, 'http.hlog');
    writeFileSync(hlog, readFileSync(hlog, 'utf8').replace('\n', '\n#[of alice, on alices-laptop]\n'));
    const { files } = submissionOf(dir, alice);
    for (const [name, content] of files) assert.doesNotMatch(content, /alice|laptop|secret-project|\/home\//i, name);
    assert.ok(files.get(DATA_FILE)?.includes('-javaagent:[path]'));
  });

  it('refuses what is not worth publishing, in one line with the field', async () => {
    const cases: [change: (run: any) => void, refused: RegExp][] = [
      [(run) => (run.endedAt = null), /run\.json, endedAt: the run has not ended/],
      [(run) => (run.verified = null), /run\.json, verified: it was not verified that all targets do the same work$/],
      [(run) => run.verified.targets.pop(), /run\.json, verified\.targets: without webflux-r2dbc, which was measured$/],
      [(run) => run.verified.scenarios.pop(), /run\.json, verified\.scenarios: without create, which was measured$/],
      [(run) => (run.versions.java = null), /run\.json, versions\.java: nothing; accepted is a version$/],
      [(run) => (run.commit = null), /run\.json, commit: /],
      [(run) => (run.calibrates = 'mvc'), /run\.json, calibrates: mvc was measured against itself/],
    ];
    for (const [change, refused] of cases) {
      const dir = copyOf(path.join(resultsDir, id));
      changeJson(dir, 'run.json', change);
      const message = refusal(dir, () => submissionOf(dir, alice));
      assert.match(message, refused);
      assert.ok(message.startsWith(id), message);
    }
    await assert.rejects(submit({ ...command, env: {} }), { message: 'RUN: a run is expected, as make submit RUN=<run-id>' });
    await assert.rejects(submit({ ...command, env: { RUN: 'none' } }), /^UsageError: RUN=none: no such run|RUN=none: no such run/);
    await assert.rejects(checkSubmissionCommand({ ...command, env: {} }), /^Error: DIR: a folder|DIR: a folder is expected/);
  });
});

/** A kind of file, with a digit of it that is changed: the last of the first match. */
const CHANGES: [file: string, digit: RegExp, figure: RegExp | null][] = [
  ['run.json', /"memoryBytes":\d/, /verdicts\.json, machine\.memoryBytes: \d+; recomputed: \d+/],
  ['run.json', /"calibration": .*"targetCpus":0\.\d/, /report\.md/],
  [`${part}/part.json`, /"requests":\{"k6":\d/, /part\.json, k6\.httpReqs: \d+; the sum of its generators, k6: \d+/],
  [`${part}/part.json`, /"influx":\d/, /slices\[0\]\.counts\.influx: \d+; part\.json, slices\[0\]\.counts\.k6: \d+/],
  [`${part}/part.json`, /"k6":\d/, /slices\[0\]\.counts\.k6: \d+; k6-summary\.json, slice 1: \d+/],
  [`${part}/part.json`, /"hlog":\d/, /slices\[0\]\.counts\.hlog: \d+; http\.hlog, slice 1: \d+/],
  [`${part}/part.json`, /"setupReqs":\d/, /part\.json, k6\.httpReqs: \d+; the sum of its slices and of setup\(\): \d+/],
  [`${part}/http.hlog`, /HISTF[A-Za-z+/]*\d/, /http\.hlog: line \d+|slices\.csv, line \d+, \w+|counts\.hlog/],
  [`${part}/server-mvc.csv`, /process_cpu_time_ns_total,[^,]*,\d/, /slices\.csv, line \d+, cpu_cores: [\d.]+; recomputed: [\d.]+/],
  [`${part}/processes.csv`, /generator,\d/, /slices\.csv, line \d+, generator_cpu_cores: [\d.]+; recomputed: ([\d.]+|nothing)/],
  [`${part}/processes.csv`, /database,\d/, /slices\.csv|report\.md/],
  [`${part}/k6-summary.json`, /"count":\d/, /part\.json, k6\.httpReqs: \d+; k6-summary\.json, http_reqs: \d+/],
  [`${part}/k6-summary.json`, /slice:1\}":\{"values":\{"count":\d/, /slices\[0\]\.counts\.k6: \d+; k6-summary\.json, slice 1: \d+/],
  // Times that users spent are held against Little's law, with a tolerance: the manifest alone finds a small change.
  [`${part}/rollup.json`, /"requests":\d\.?\d/, null],
  ['slices.csv', /,\d+\.\d/, /slices\.csv, line 2, rps: [\d.]+; recomputed: [\d.]+/],
  ['verdicts.json', /"ratio": \d\.\d/, /verdicts\.json, verdicts\[0\]\.ratio: [\d.]+; recomputed: [\d.]+/],
  ['report.svg', /×\d\.\d/, /report\.svg, line \d+: .*; recomputed: /],
  ['index.html', /×\d\.\d/, /index\.html, line \d+: .{20}\d.{39}…; recomputed: .{20}\d.{39}…/],
  ['report.md', /\d/, /report\.md, line \d+: .*; recomputed: /],
];

function changeDigit(dir: string, file: string, digit: RegExp) {
  const text = readText(dir, file);
  const found = digit.exec(text);
  assert.ok(found, `${file} has no ${digit}`);
  const at = found.index + found[0].length - 1;
  const other = String((Number(text[at]) + 1) % 10);
  writeText(dir, file, text.slice(0, at) + other + text.slice(at + 1));
}

describe('one digit changed', () => {
  for (const [file, digit, figure] of CHANGES) {
    it(`in ${file}, ${digit}, is refused by file${figure ? ' and figure, and by figure where the manifest was changed too' : ''}`, () => {
      const dir = copyOf();
      changeDigit(dir, file, digit);
      const message = refusal(dir);
      const changed = existsSync(path.join(dir, file)) ? file : DATA_FILE;
      assert.ok(message.includes(`${changed}: was changed, manifest.json has another hash`), message);
      if (!figure) return;
      assert.match(message, figure);
      renewManifest(dir);
      assert.match(refusal(dir), figure);
    });
  }

  it('is tried in every kind of file there is', () => {
    const kindOf = (file: string) => path.basename(file).replace(/-(mvc|webflux).*\./, '.');
    const tried = new Set(CHANGES.map(([file]) => kindOf(file)));
    const kinds = new Set([...readData(place).keys(), ...readdirSync(place)].map(kindOf));
    assert.deepEqual([...kinds].filter((kind) => !tried.has(kind)).sort(), [DATA_FILE, MANIFEST_FILE]);
  });

  it('in manifest.json is refused by the file that has the hash', () => {
    const dir = copyOf();
    changeDigit(dir, MANIFEST_FILE, /"slices\.csv": "[a-f]*\d/);
    assert.match(refusal(dir), /slices\.csv: was changed, manifest\.json has another hash; no figure that is recomputed differs$/);
  });
});

describe('a submission of a stranger', () => {
  const inRun = (change: (run: any) => unknown) => (dir: string) => changeJson(dir, 'run.json', change);
  const inFile = (name: string, content: string) => (dir: string) => writeText(dir, name, content);
  const instead = (text: (data: string) => string) => (dir: string) => writeText(dir, DATA_FILE, text(readText(dir, DATA_FILE)));
  const without = (file: string) => (dir: string) =>
    writeText(dir, DATA_FILE, packed(new Map([...readData(dir)].filter(([name]) => name !== file))));
  const cases: [name: string, change: (dir: string) => void, refused: RegExp][] = [
    [
      'a command in its catalogue',
      inRun((run) => (run.catalogue.targets.mvc.command = ['touch', path.join(root, 'ran')])),
      /run\.json, catalogue\.targets\.mvc\.command: \["touch",.*; make submit writes: nothing/,
    ],
    ['a field that nobody reads', inRun((run) => (run.hostname = 'x')), /run\.json, hostname: "x"; make submit writes: nothing/],
    ['a path in a text', inRun((run) => (run.machine.kernel = 'Linux /home/alice')), /run\.json|report\.md/],
    ['an id that leads out of its folder', inRun((run) => (run.id = `../../${id}`)), /run\.json: id is /],
    ['a target that leads out', inRun((run) => (run.targets[0] = '../../../etc')), /run\.json: targets\[0\] is /],
    ['another file', (dir) => writeFileSync(path.join(dir, 'payload.js'), 'process.exit(7)'), /payload\.js: is no part of a submission$/],
    [
      'a file that is huge',
      (dir) => truncateSync(path.join(dir, DATA_FILE), 3_000_000_000),
      /has 3\d+ bytes; accepted are up to 12000000$/,
    ],
    ['a log that cannot be decoded', inFile(`${part}/http.hlog`, 'x'), /http\.hlog/],
    ['a file that is missing', without(`${part}/processes.csv`), /data\.txt, parts\/read\/1-1\/processes\.csv: no such file$/],
    ['no data', (dir) => rmSync(path.join(dir, DATA_FILE)), /data\.txt, run\.json: no such file; a run's folder .* is expected$/],
    ['no figures', (dir) => rmSync(path.join(dir, 'slices.csv')), /slices\.csv, line 1: ; recomputed: \w+,/],
    ['figures that are no JSON', inFile('verdicts.json', '{'), /verdicts\.json, its content: not JSON \(make published/],
    ['figures in another form', (dir) => changeJson(dir, 'verdicts.json', () => {}), /verdicts\.json, line 1: \{"s.*; recomputed: \{ \(/],
    ['another file in its data', inFile('payload.js', 'process.exit(7)'), /data\.txt, line \d+: -- payload\.js --; make submit/],
    ['data that leads out of its folder', inFile('../../ran', 'x'), /data\.txt: "\.\.\/\.\.\/ran" is no path below the folder$/],
    ['a file in its data that is a folder, too', inFile('run.json/x', 'x'), /data\.txt: run\.json\/x cannot be unpacked \(E\w+\)$/],
    ['words before its data', instead((data) => `x\n${data}`), /data\.txt, line 1: x; make submit writes: -- run\.json --$/],
    ['data of returns', inFile(DATA_FILE, '\r-- '.repeat(400_000)), /data\.txt, run\.json: no such file; /],
    ['a folder', (dir) => mkdirSync(path.join(dir, 'parts')), /parts: is no part of a submission$/],
    ['a part of another run', (dir) => changeJson(dir, `${part}/part.json`, (record) => (record.scenario = 'create')), /part\.json/],
    ['numbers beyond all measure', inRun((run) => (run.rounds = 1e9)), /run\.json: rounds is /],
  ];
  for (const [name, change, refused] of cases) {
    it(`with ${name} is refused in one line; nothing is run or written`, () => {
      const dir = copyOf();
      change(dir);
      if (!/huge|no data|a folder$/.test(name)) renewManifest(dir);
      const there = everything();
      assert.match(refusal(dir), refused);
      assert.deepEqual(everything(), there);
      assert.ok(!existsSync(path.join(root, 'ran')));
    });
  }

  it('with a link, or a folder that is one, is refused before anything is read', () => {
    const dir = copyOf();
    symlinkSync('/etc/passwd', path.join(dir, 'x'));
    assert.match(refusal(dir), /x: is a symbolic link; a run's folder has files and folders alone$/);
    const link = path.join(path.dirname(dir), 'link');
    symlinkSync(dir, link);
    assert.match(refusal(link), /link: no such folder; a submission is expected$/);
  });

  it('with a manifest that names other places is refused', () => {
    for (const name of ['../../secret', '/etc/passwd', 'a/../../b', '..']) {
      const dir = copyOf();
      changeJson(dir, MANIFEST_FILE, ({ files }) => (files[name] = '0'.repeat(64)));
      assert.match(refusal(dir), /manifest\.json: files\./);
    }
  });

  it('with markup in every text is checked without running it', () => {
    const dir = copyOf();
    const accepts = (content: any) => content.id === id && content.schema === 4;
    writeText(dir, 'run.json', JSON.stringify(fullOfMarkup(JSON.parse(readText(dir, 'run.json')), accepts)));
    renewManifest(dir);
    assert.ok(readText(dir, 'run.json').includes(JSON.stringify(MARKUP).slice(1, 40)));
    refusal(dir);
  });
});

describe('what is in published/', () => {
  for (const dir of submissions(path.join(checkout, 'published')))
    it(`is accepted: ${path.basename(dir)}`, () => void checkSubmission(dir));
});

describe('make published', () => {
  it('makes again what is made of the rest, and leaves what was measured', async () => {
    const slices = path.join(place, 'slices.csv');
    const good = readFileSync(slices, 'utf8');
    writeFileSync(slices, good.replace(/\d\.\d/, '9.9'));
    renewManifest(place);
    said = [];
    assert.equal(await published(command), 0);
    assert.match(said.join('\n'), new RegExp(`published/${id}: other than before: slices\\.csv and manifest\\.json`));
    assert.equal(readFileSync(slices, 'utf8'), good);
    checkSubmission(place);
  });

  it('refuses a submission whose measurements were changed', async () => {
    const good = readText(place, DATA_FILE);
    changeDigit(place, `${part}/server-mvc.csv`, /\d(?=\n)/);
    await assert.rejects(published(command), /data\.txt: was changed, manifest\.json has another hash$/);
    writeText(place, DATA_FILE, good);
  });
});
