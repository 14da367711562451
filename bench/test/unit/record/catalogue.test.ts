/** The catalogue against everything that must agree with it; prometheus/ has its own test, unit/engines/observers.test.ts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { fitting, readCatalogue, root } from '../../../record/catalogue.ts';
import { DOCUMENTS, seededDocument } from '../../../engines/documents.ts';
import { shape } from '../../../report/charts/symbols.ts';
import { readErrorCases } from '../../../verify/cases.ts';
import { SEEDED_MEMBERS, seededMember } from '../../../verify/work/reading.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const catalogue = readCatalogue();
const errorCases = readErrorCases();
const targets = Object.entries(catalogue.targets);
const scenarios = Object.entries(catalogue.scenarios);
const dependencies = Object.entries(catalogue.dependencies);

const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');

const resource = (module: string, file: string) => parse(read('services', module, 'src', 'main', 'resources', file));

/** @returns where it listens by default */
function portsOf(module: string): [port: number, managementPort: number] {
  const { server, management } = resource(module, 'application.yml');
  return [server.port, management.server.port];
}

/** In charts. */
const TOLD_APART = ['colour', 'symbol', 'line', 'label'] as const;

const assertDistinct = (values: unknown[]) => assert.deepEqual([...new Set(values)], values);

it('a catalogue that is broken is refused in one line', () => {
  const wrong = { ...catalogue, targets: { mvc: { ...catalogue.targets.mvc, port: 99_999 } } };
  const broken = temporaryFolder({ 'catalogue.json': JSON.stringify(wrong) });
  const message = /catalogue\.json: targets\.mvc\.port is 99999; accepted is a whole number from 1 to 65535$/;
  assert.throws(() => readCatalogue(broken), { message });
});

describe('the targets', () => {
  it('and the dependencies are the applications of the Maven reactor: none missing, none without a use', () => {
    const modules = [...read('services', 'pom.xml').matchAll(/<module>(.+?)<\/module>/g)].map(([, module]) => module);
    const applications = modules.filter((module) => read('services', module, 'pom.xml').includes('spring-boot-maven-plugin'));
    const used = [...targets, ...dependencies].map(([, { module }]) => module);
    assert.deepEqual(applications.sort(), [...new Set(used.flatMap((module) => module ?? []))].sort());
  });

  it('named like their module have its ports as default', () => {
    const named = targets.filter(([name, { module }]) => name === module);
    assert.notEqual(named.length, 0);
    for (const [name, { port, managementPort }] of named) assert.deepEqual(portsOf(name), [port, managementPort], name);
  });

  it('with the same driver have the same pool', () => {
    for (const [name, { module, database, environment }] of targets) {
      if (!module || !database) continue;
      const profile = environment.SPRING_PROFILES_ACTIVE;
      const files = ['application.yml', ...(profile ? [`application-${profile}.yml`] : [])];
      const imports = files.map((file) => resource(module, file).spring);
      const pool = `classpath:stackbench/shared/${database}.yml`;
      assert.ok(
        imports.some(({ config }) => config.import.includes(pool)),
        `${name} does not import ${pool}`,
      );
      for (const spring of imports) assert.deepEqual([spring.datasource, spring.r2dbc], [undefined, undefined], name);
    }
  });

  it('that show a flaw are alone in their module, with its ports as default, and fit only where they show it', () => {
    const flawed = targets.filter(([, target]) => target.flawed);
    assert.deepEqual(
      flawed.map(([name, { module, extended, only }]) => [name, module, extended, only]),
      [['webflux-unsubscribed', 'flawed', true, ['calculator']]],
    );
    assert.equal(targets.filter(([, { module }]) => module === 'flawed').length, 1);
    assert.deepEqual(portsOf('flawed'), [flawed[0][1].port, flawed[0][1].managementPort]);
  });

  it('do not fit scenarios that there are, for a reason', () => {
    for (const [target, { unfit = {}, only = [] }] of targets) {
      for (const scenario of only) assert.ok(scenario in catalogue.scenarios, `${target}: ${scenario}`);
      for (const [scenario, reason] of Object.entries(unfit)) {
        assert.ok(scenario in catalogue.scenarios, `${target}: ${scenario}`);
        assert.match(reason, /^[a-z].*[^.]$/, `${target}, ${scenario}: a clause`);
      }
    }
  });

  it('differ in something where they share a module', () => {
    assertDistinct(targets.map(([name, { module, command, environment }]) => JSON.stringify([module ?? name, command, environment])));
  });

  it('have ports of their own, and none of a service', () => {
    const services = [23_306, 28_086, 29_090];
    const ports = [...targets, ...dependencies].flatMap(([, { port, managementPort }]) => [port, managementPort]);
    assertDistinct([...services, ...ports.filter((port) => port !== undefined)]);
  });

  it('can be told apart in a chart by colour, by symbol and by line alone', () => {
    for (const [name, { symbol }] of targets) assert.ok(shape(symbol) !== '', `${name}: the charts have no symbol ${symbol}`);
    for (const field of TOLD_APART) assertDistinct(targets.map(([, target]) => JSON.stringify(target[field])));
  });
});

describe('the dependencies', () => {
  it('listen where they listen by default', () => {
    const { downstream, mongo } = catalogue.dependencies;
    assert.deepEqual(portsOf(downstream.module), [downstream.port, downstream.managementPort]);
    const main = read('services', mongo.module, 'src', 'main', 'java', 'stackbench', 'mongostandin', 'MongoStandin.java');
    assert.ok(main.includes(`orElse("${mongo.port}")`));
  });

  it('are each needed by a scenario, and no other is; no core scenario needs one', () => {
    const needed = [...Object.values(catalogue.scenarios), ...errorCases].flatMap(({ needs = [] }) => needs);
    assert.deepEqual([...new Set(needed)].sort(), dependencies.map(([name]) => name).sort());
    for (const [name, { needs = [], extended }] of scenarios) assert.ok(needs.length === 0 || extended, name);
  });

  it('are called as often and for as long as the answers say', () => {
    for (const [name, { needs = [], calls, cases }] of scenarios) {
      assert.equal(calls !== undefined, needs.includes('downstream'), name);
      for (const { response } of calls ? cases : []) assert.equal(response.body, JSON.stringify({ millis: calls?.delaysMs }), name);
    }
  });
});

describe('the scenarios', () => {
  it('have one k6 script each, which runs that scenario', () => {
    const scripts = readdirSync(path.join(root, 'k6')).filter((file) => file.endsWith('.js'));
    assert.deepEqual(scripts.sort(), scenarios.map(([name]) => `${name}.js`).sort());
    for (const [name] of scenarios) assert.match(read('k6', `${name}.js`), new RegExp(`loadTest\\('${name}'\\)`));
  });

  it('count statements of kinds that MariaDB counts, and only where there is a database', () => {
    const kinds = ['select', 'insert', 'update', 'delete', 'replace', 'call_procedure'];
    for (const [name, { statements, rows, database }] of scenarios) {
      for (const [kind, count] of Object.entries(statements)) {
        assert.ok(kinds.includes(kind), `${name}: ${kind} is no kind of statement`);
        assert.ok(Number.isInteger(count) && count > 0, `${name}: ${count} ${kind}`);
      }
      assert.equal(Object.keys(statements).length > 0, database, name);
      assert.equal(rows.read + rows.written > 0, database, name);
    }
  });

  it('have parameters for the placeholders of their path, and no others', () => {
    for (const [name, { request }] of scenarios) {
      const placeholders = [...request.path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder);
      assert.deepEqual(placeholders.sort(), Object.keys(request.parameters ?? {}).sort(), name);
      for (const { from, to } of Object.values(request.parameters ?? {})) assert.ok(from <= to, name);
    }
  });

  it('begin their cases with what is measured: same method, path, headers and body, parameters in range', () => {
    for (const [name, { request, cases, places }] of scenarios) {
      if (places !== undefined) continue;
      const { path: template, parameters = {}, ...rest } = request;
      const { path: actual, ...others } = cases[0].request;
      assert.deepEqual(others, rest, name);
      const pattern = `^${template.replace(/[?.]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>\\d+)')}$`;
      const match = new RegExp(pattern).exec(actual);
      assert.ok(match, `${name}: ${actual} is not of the form ${template}`);
      for (const [parameter, { from, to }] of Object.entries(parameters)) {
        const value = Number(match.groups?.[parameter]);
        assert.ok(from <= value && value <= to, `${name}: ${parameter} ${value}`);
      }
    }
  });

  it('that another one warms up ask the same dependencies and the same targets as that one, but for targets that choose their scenarios', () => {
    for (const [name, { warmedBy, needs, database }] of scenarios) {
      if (warmedBy === undefined) continue;
      const by = catalogue.scenarios[warmedBy];
      assert.deepEqual([by.needs, by.database, by.warmedBy], [needs, database, undefined], name);
      for (const [target, { only }] of targets)
        if (only === undefined) assert.equal(fitting(catalogue, warmedBy)(target), fitting(catalogue, name)(target), `${name}, ${target}`);
    }
  });

  it('say as fields what their paths ask for: how long to wait, whose places to sell', () => {
    for (const [name, { request, waitMs, eventId, places }] of scenarios) {
      assert.equal(waitMs, /[?&]millis=(\d+)/.exec(request.path)?.slice(1).map(Number)[0], name);
      assert.equal(eventId, /^\/events\/(\d+)\//.exec(request.path)?.slice(1).map(Number)[0], name);
      assert.equal(eventId === undefined, places === undefined, name);
    }
  });

  it('with a stock leave it whole in their cases: other events, those that db-init fills', () => {
    const events = [...read('db-init', '02-seed.sql').matchAll(/\((\d+), (\d+)\)/g)].map(([, id, left]) => [Number(id), Number(left)]);
    assert.equal(events.map(([id]) => id).join(), '1,2,3');
    for (const [name, { request, cases, places }] of scenarios) {
      if (places === undefined) continue;
      assert.equal(request.path, '/events/1/places', name);
      assert.deepEqual(events[0], [1, places], name);
      for (const { request: asked, response } of cases) {
        const event = Number(/^\/events\/(\d+)\/places$/.exec(asked.path)?.[1]);
        assert.ok(event > 1, `${name}: ${asked.path} would take of the stock`);
        assert.equal(response.status, events[event - 1][1] === 0 ? 409 : 200, `${name}: ${asked.path}`);
      }
    }
  });

  it('are asked for success in all their cases, with their method and at their path', () => {
    for (const [name, { request, expect, cases, places }] of scenarios) {
      const template = places === undefined ? request.path : '/events/{id}/places';
      const pattern = new RegExp(`^${template.split('?')[0].replace(/\{\w+\}/g, '[^/]+')}$`);
      for (const { name: title, request: asked, response } of cases) {
        assert.equal(asked.method, request.method, `${name}, ${title}`);
        assert.match(asked.path.split('?')[0], pattern, `${name}, ${title}`);
        assert.ok((expect.statuses ?? [expect.status]).includes(response.status), `${name}, ${title}`);
      }
    }
  });
});

describe('the cases', () => {
  it('have names of their own, and headers in lower case', () => {
    assertDistinct(errorCases.map(({ name }) => name));
    for (const [, { cases }] of scenarios) assertDistinct(cases.map(({ name }) => name));
    for (const { name, response } of errorCases) {
      for (const header of Object.keys(response.headers)) assert.equal(header, header.toLowerCase(), name);
    }
  });

  it('of errors are problems that say in the body the status that they have outside', () => {
    assert.notEqual(errorCases.length, 0);
    for (const { name, request, response } of errorCases) {
      assert.equal(response.headers['content-type'], 'application/problem+json', name);
      if (request.method === 'HEAD') assert.equal(response.body, '', name);
      else assert.equal(JSON.parse(response.body).status, response.status, name);
    }
  });
});

describe('the seed', () => {
  it('is the formula that the verification knows', () => {
    const sql = read('db-init', '02-seed.sql');
    const name = /CONCAT\('(.+?)', LPAD\(seq, (\d+), '0'\)\)/.exec(sql);
    const numbers = [...sql.matchAll(/(\d+) \+ seq % (\d+)/g)].map(([, base, modulus]) => [Number(base), Number(modulus)]);
    assert.ok(name);
    assert.equal(numbers.length, 2);
    assert.ok(sql.includes(`seq_1_to_${SEEDED_MEMBERS}`));
    for (const id of [1, 59, 60, 99, 100, 4_321, 10_000]) {
      const [age, teamId] = numbers.map(([base, modulus]) => base + (id % modulus));
      assert.deepEqual(seededMember(id), { id, name: name[1] + String(id).padStart(Number(name[2]), '0'), age, teamId });
    }
  });

  it('has the rows and the documents that are asked for and expected', () => {
    const documents = (id: number) => ({ documents: [0, 1, 2, 3, 4, 5].map((more) => seededDocument(id + more)) });
    const four = (id: number) => ({ members: [0, 1, 2, 3].map((more) => seededMember(id + more)) });
    const combined = scenarios.filter(([, { needs = [] }]) => needs.includes('mongo')).map(([name]) => name);
    assert.notEqual(combined.length, 0);
    for (const [name, last, expected] of [
      ['read', SEEDED_MEMBERS, seededMember],
      ['aggregate', SEEDED_MEMBERS - 3, four],
      ['aggregate-sequential', SEEDED_MEMBERS - 3, four],
      ...combined.map((each) => [each, DOCUMENTS - 5, documents] as const),
    ] as const) {
      const { request, cases } = catalogue.scenarios[name];
      assert.deepEqual(request.parameters, { id: { from: 1, to: last } }, name);
      for (const { request: asked, response } of cases) {
        assert.equal(response.body, JSON.stringify(expected(Number(asked.path.split('/')[2]))), name);
      }
    }
  });
});

describe('the documents', () => {
  it('describe every field of a target and of a scenario', () => {
    const [, section] = read('docs', 'dev', 'interfaces.md').split(/^## /m);
    const fields = [...targets, ...scenarios].flatMap(([, entry]) => Object.keys(entry));
    for (const field of new Set(fields))
      assert.match(section, new RegExp(`\`(expect\\.)?${field}[\`.:[]`), `docs/dev/interfaces.md does not mention ${field}`);
  });

  it('give in the manual the ports of every target and the request of every scenario', () => {
    const manual = read('docs', 'usage.md');
    const ofTargets = targets.map(([name, { port, managementPort }]) => `| \`${name}\` | ${port} | ${managementPort} |`);
    const ofScenarios = scenarios.map(([name, { request }]) => `| \`${name}\` | \`${request.method} ${request.path}\` |`);
    for (const row of [...ofTargets, ...ofScenarios]) assert.ok(manual.includes(`\n${row}`), row);
  });
});

it('the entry of examples/quarkus fits into the catalogue: scenarios that there are, and nothing that another target has', () => {
  const entry = JSON.parse(read('examples', 'quarkus', 'entry.json'));
  const both = JSON.stringify({ ...catalogue, targets: { ...catalogue.targets, ...entry.targets } });
  const { quarkus } = readCatalogue(temporaryFolder({ 'catalogue.json': both })).targets;
  for (const scenario of quarkus.only ?? []) assert.ok(scenario in catalogue.scenarios, scenario);
  assert.ok(shape(quarkus.symbol) !== '');
  for (const other of Object.values(catalogue.targets)) {
    for (const field of [...TOLD_APART, 'port', 'managementPort'] as const) assert.notDeepEqual(quarkus[field], other[field]);
  }
});
