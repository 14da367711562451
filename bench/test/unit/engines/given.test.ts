/** What a target is given, whatever the engine. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Compose, defaultsIn } from '../../../engines/docker/compose.ts';
import { collectorArgs, Given, jvmSettings } from '../../../engines/common/given.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { COLLECTORS, limitsOf } from '../../../record/json/limits.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const catalogue = readCatalogue();

const givenBy = (env: Record<string, string> = {}, settings?: string) => new Given({ catalogue, root, limits: limitsOf(env), settings });

describe('the environment of a target', () => {
  it('has the pool that was asked for, or the default', () => {
    assert.deepEqual(givenBy().targetEnvironment('mvc'), { DB_POOL_SIZE: '10' });
    assert.deepEqual(givenBy({ TARGET_POOL_SIZE: '7' }).targetEnvironment('mvc'), { DB_POOL_SIZE: '7' });
  });

  it('has where its engine has put the others, then the limits, then the settings; what makes it a target comes last', () => {
    const given = givenBy({ TARGET_POOL_SIZE: '7' }, 'S1');
    given.addresses = (name) => ({ TARGET: name, DB_HOST: 'far', DB_POOL_SIZE: '1' });
    const { tomcat, jdbc } = catalogue.settings.S1.environment;
    assert.deepEqual(given.targetEnvironment('mvc'), { TARGET: 'mvc', DB_HOST: 'far', ...tomcat, ...jdbc });
    assert.equal(given.targetEnvironment('mvc-64').DB_POOL_SIZE, '64');
    assert.equal(given.targetEnvironment('mvc-1').SERVER_TOMCAT_THREADS_MAX, '1');
  });

  it('reaches containers as a file of Compose, in which a $ stands for itself', () => {
    const env = '# comment\nTARGET_POOL_SIZE=12\nTARGET_JVM_ARGS=\n';
    const checkout = temporaryFolder({ '.env': env, 'docker-compose.yml': 'services: {}\n' });
    assert.deepEqual(defaultsIn(checkout), { TARGET_POOL_SIZE: '12', TARGET_JVM_ARGS: '' });
    const compose = new Compose(checkout, { TARGET_JVM_ARGS: '-Xss1m', HOME: '/home' }, { TARGET_POOL_SIZE: '7' });
    const files = () => compose.runWords([]).filter((_, index, words) => words[index - 1] === '--file');
    assert.deepEqual(files(), [path.join(checkout, 'docker-compose.yml')]);
    for (const value of ['1', '7']) compose.give({ mvc: { DB_POOL_SIZE: value, A: 'US$5' } });
    const [, given, ...others] = files();
    assert.deepEqual(others, []);
    assert.deepEqual(JSON.parse(readFileSync(given, 'utf8')), { services: { mvc: { environment: { DB_POOL_SIZE: '7', A: 'US$$5' } } } });
    const assigned = compose.runWords([]).slice(1, 4);
    assert.deepEqual(assigned, ['TARGET_JVM_ARGS=-Xss1m', `CHECKOUT=${checkout}`, 'TARGET_POOL_SIZE=7']);
  });
});

describe('what all targets are given', () => {
  it('is in the record and, by the names of the options, in a template', () => {
    const given = givenBy({ TARGET_CPUS: '1.5', TARGET_GC: 'g1', TARGET_JVM_ARGS: '-Xss1m', GENERATOR_CPUS: '0.5' });
    const { jvmArgs, ...limits } = given.describe();
    const further = ['-XX:ActiveProcessorCount=2', '-XX:-UseSerialGC', '-XX:+UseG1GC', '-Xss1m'];
    assert.deepEqual(jvmArgs.slice(-4), further);
    assert.deepEqual(limits, {
      ...{ targetCpus: 1.5, poolSize: 10, generatorCpus: 0.5, generators: 1 },
      ...{ activeProcessorCount: 2, heapMb: 512, collector: 'G1GC' },
    });
    const { TARGET_CPUS, TARGET_POOL_SIZE, TARGET_JVM_ARGS, GENERATOR_CPUS } = given.asOptions();
    assert.deepEqual([TARGET_CPUS, TARGET_POOL_SIZE, TARGET_JVM_ARGS, GENERATOR_CPUS], ['1.5', '10', further.join(' '), '0.5']);
    assert.equal(givenBy().asOptions().GENERATOR_CPUS, '0');
  });

  it('is exactly one collector, which the record names: of two options that conflict, a JVM uses the last', () => {
    const named = COLLECTORS.map((gc) => {
      const { jvmArgs, collector } = jvmSettings(root, collectorArgs(root, gc));
      const used = new Map([...jvmArgs.join(' ').matchAll(/-XX:([+-])(Use\w+GC)\b/g)].map(([, sign, flag]) => [flag, sign]));
      assert.equal([...used.values()].filter((sign) => sign === '+').join(), '+', gc);
      return collector;
    });
    assert.deepEqual(named, ['SerialGC', 'G1GC', 'ParallelGC', 'ZGC', 'ShenandoahGC']);
    assert.deepEqual(collectorArgs(root, null), []);
  });
});
