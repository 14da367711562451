/**
 * What clients seldom send, sent as it is to the four core targets: all answer alike, or as the tables in docs/dev/interfaces.md say that Tomcat,
 * Netty and Jetty differ. A fault here would be measured as a difference between stacks.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readDifferences } from '../../dev/derived.ts';
import { limitsOf } from '../../record/json/limits.ts';
import { readCatalogue } from '../../record/catalogue.ts';
import { chooseTargets } from '../../plan/pairs.ts';
import { nativeEngine } from '../support/engine-under-test.ts';
import { converse, type Outcome } from '../support/http/conversation.ts';
import { faultOf, wholeOf, wordsOf } from '../support/http/outcomes.ts';
import { bodyShapes } from '../support/http/shapes/bodies.ts';
import { headerShapes } from '../support/http/shapes/headers.ts';
import { lineShapes, oldestShapes } from '../support/http/shapes/lines.ts';
import { sequenceShapes, silentShapes } from '../support/http/shapes/sequences.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { Shape } from '../support/http/shapes/shape.ts';

const targets = chooseTargets(undefined, readCatalogue());
/** The other servlet server: it has a table of its own, against Tomcat. */
const JETTY = 'mvc-jetty';
const all = [...targets, JETTY];
/**
 * Whether Jetty still answers a client that has gone, and whether a body that nobody reads has arrived when Jetty has sent its answer and
 * skips what is there, depends on the moment: a busy machine answers otherwise than a quiet one. A body after a silence surely comes later.
 */
const JETTY_RACES = [/^the client ends: within /, /^body: .*(300 KB|3 MB)/, /^body: that follows the answer$/];
const isRace = (shape: string): boolean => JETTY_RACES.some((race) => race.test(shape));
/** By the name of each shape that shows them. */
const differences = new Map(readDifferences('netty').flatMap((row) => row.shapes.map((name) => [name, row])));
/** All that get an answer, or an end, at once. */
const quick = [...lineShapes(), ...headerShapes(), ...bodyShapes(), ...sequenceShapes()];
const oldest = oldestShapes();
/** Longer than Tomcat's default, 60 s, by more than the second in which it looks for silent connections. */
const silent = silentShapes(62_000);
/** At a time and target: a shape that keeps a thread busy does not keep the others waiting. */
const AT_ONCE = 4;
const HUGE = { bodies: 8, bytes: 80 << 20 };

const logDir = temporaryFolder();
const limits = limitsOf({ TARGET_CPUS: String(os.availableParallelism()) });
const { engine, catalogue } = await nativeEngine(all, { limits, logDir });
/** by target, then by the name of the shape */
const outcomes: Record<string, Record<string, Outcome>> = Object.fromEntries(all.map((name) => [name, {}]));
let silence: Promise<unknown>;
/** what a start may log is not looked at */
let sizesOfLogs: number[];

before(async () => {
  await engine.startServices();
  await engine.resetDatabase();
  await Promise.all(all.map((name) => engine.targets.start(name)));
  sizesOfLogs = logs().map((file) => readFileSync(file).length);
  silence = Promise.all(all.map((name) => send(name, silent, silent.length)));
  await Promise.all(all.map((name) => send(name, quick, AT_ONCE)));
});

after(() => engine.stop());

/** @returns of the targets */
function logs(): string[] {
  const files = readdirSync(logDir).filter((file) => targets.some((name) => file.startsWith(`${name}.`)));
  return files.sort().map((file) => path.join(logDir, file));
}

async function send(target: string, sent: Shape[], atOnce: number) {
  const waiting = [...sent];
  const sendNext = async () => {
    for (let shape = waiting.shift(); shape; shape = waiting.shift())
      outcomes[target][shape.name] = await converse(catalogue.targets[target].port, shape.steps, shape.methods);
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
}

/** @param name of a shape */
const outcomesOf = (name: string) => targets.map((target) => ({ target, outcome: outcomes[target][name] }));

function assertAsExpected({ name }: Shape) {
  const differs = differences.get(name);
  const found = outcomesOf(name);
  for (const { target, outcome } of found) assert.equal(faultOf(outcome), null, target);
  const words = Object.fromEntries(found.map(({ target, outcome }) => [target, wordsOf(outcome)]));
  if (!differs) for (const { target, outcome } of found) assert.notEqual(outcome.ending, 'silent', target);
  else assert.deepEqual(words, Object.fromEntries(targets.map((target) => [target, differs[serverOf(target)]])));
  for (const [first, ...others] of differs ? byServer(found) : [found]) {
    for (const { target, outcome } of others)
      assert.deepEqual(wholeOf(outcome), wholeOf(first.outcome), `${target} and ${first.target}: ${JSON.stringify(words)}`);
  }
}

function serverOf(target: string) {
  return catalogue.targets[target].server as 'tomcat' | 'netty';
}

function byServer(found: ReturnType<typeof outcomesOf>) {
  return [...Map.groupBy(found, ({ target }) => serverOf(target)).values()];
}

describe('what is sent as it is gets the same from all targets, or what the table says', () => {
  for (const shape of quick) it(shape.name, () => assertAsExpected(shape));
});

describe('bodies far above the limit', () => {
  it(`${HUGE.bodies} of ${HUGE.bytes >> 20} MB at once leave every target alive`, async () => {
    const body = Buffer.alloc(HUGE.bytes, 'n');
    body.write('{"name":"');
    const head = `POST /members HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${HUGE.bytes}\r\n\r\n`;
    for (const target of targets) {
      const { port } = catalogue.targets[target];
      const found = await Promise.all(Array.from({ length: HUGE.bodies }, () => converse(port, [head, body])));
      for (const outcome of found) assert.match(wordsOf(outcome), /^413 problem, /, target);
      assert.equal((await fetch(`${engine.endpoints.target(target)}/members/1`)).status, 200);
    }
  });
});

describe('silence of a client', () => {
  before(() => silence);
  for (const shape of silent) it(shape.name, () => assertAsExpected(shape));
});

describe('requests of HTTP/0.9', () => {
  before(() => Promise.all(all.map((name) => send(name, oldest, 1))));
  for (const shape of oldest) it(shape.name, () => assertAsExpected(shape));
});

describe('Jetty', () => {
  const sent = [...quick, ...silent, ...oldest];
  const expected = new Map(
    readDifferences('jetty').flatMap(({ tomcat, jetty, shapes }) => shapes.map((name) => [name, { tomcat, jetty }])),
  );

  const surprisesOf = ({ name }: Shape): { name: string; found?: object; expected?: object }[] => {
    const [tomcat, jetty] = ['mvc', JETTY].map((target) => wordsOf(outcomes[target][name]));
    const found = tomcat === jetty ? undefined : { tomcat, jetty };
    return isDeepStrictEqual(found, expected.get(name)) ? [] : [{ name, found, expected: expected.get(name) }];
  };

  it('answers as Tomcat does, or as its table says', async () => {
    let surprising = sent.filter(({ name }) => !isRace(name));
    // Its end of a connection can overtake its last answer, so a surprise counts if it comes each time.
    for (let attempt = 1; attempt <= 3; attempt++) {
      surprising = surprising.filter((shape) => surprisesOf(shape).length > 0);
      await send(JETTY, surprising, 1);
    }
    assert.deepEqual(surprising.flatMap(surprisesOf), []);
  });
});

describe('all of it', () => {
  it('shows every difference of the tables', () => {
    const sent = new Set([...quick, ...silent, ...oldest].map(({ name }) => name));
    for (const server of ['netty', 'jetty'] as const)
      for (const { request, shapes } of readDifferences(server))
        assert.ok(shapes.length > 0 && shapes.every((name) => sent.has(name)), request);
  });

  it('leaves no stack trace in a log', () => {
    assert.equal(logs().length, targets.length);
    for (const [index, file] of logs().entries())
      assert.doesNotMatch(readFileSync(file, 'utf8').slice(sizesOfLogs[index]), /^\s+at /m, path.basename(file));
  });
});
