/** The plan of `make sweep`, and what its variants are given. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limitsOf } from '../../../record/json/limits.ts';
import { limitsOfTarget } from '../../../record/variant.ts';
import { trainingRequests } from '../../../engines/native/caches.ts';
import { Given } from '../../../engines/common/given.ts';
import { javaOf } from '../../../engines/native/java.ts';
import { sweepOptions } from '../../../plan/variants/sweep.ts';
import { newRun } from '../../../plan/run.ts';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { validRun } from '../../fixtures/records.ts';

const catalogue = readCatalogue();
const FOUND = { cores: 8, memoryMb: 64_000, jdks: ['25.0.1', '26'], collectors: ['serial', 'g1', 'parallel', 'zgc'] };

const planned = (env: Record<string, string>, found?: Partial<typeof FOUND>) =>
  sweepOptions({ SEED: '1', ...env }, catalogue, { ...FOUND, ...found });

const refuses = (env: Record<string, string>, message: string | RegExp, found?: Partial<typeof FOUND>) =>
  assert.throws(() => planned(env, found), { message, exitCode: 2 });

describe('a sweep', () => {
  it('compares variants of one target in blocks, against the default value', () => {
    const { options, catalogue: variants, sweep } = planned({ OVER: 'pool', SCENARIOS: 'slow', VALUES: '20,5, 10,5' });
    assert.deepEqual(sweep, { over: 'pool', targets: ['mvc'], values: ['5', '10', '20'] });
    assert.deepEqual(options.targets, ['mvc-pool-5', 'mvc-pool-10', 'mvc-pool-20']);
    assert.equal(options.baseline, 'mvc-pool-10');
    const [{ targets: inBlock }] = newRun(options, variants, 'sweep-pool').parts[0].blocks;
    assert.deepEqual(inBlock.toSorted(), options.targets.toSorted());
    const targets = Object.values(variants.targets);
    for (const [index, { label, environment }] of targets.entries()) {
      assert.deepEqual([label, environment.DB_POOL_SIZE], [`pool ${sweep.values[index]}`, sweep.values[index]]);
    }
    const drawn = targets.map(({ colour, symbol, line }) => JSON.stringify([colour, symbol, line]));
    assert.equal(new Set(drawn).size, 3);
  });

  it('may have several targets: then a variant is named after its own, and no two share a port', () => {
    const { options, catalogue: variants } = planned({ OVER: 'pool', TARGETS: 'mvc,mvc-vt', VALUES: '5,10' });
    assert.deepEqual(options.targets, ['mvc-pool-5', 'mvc-pool-10', 'mvc-vt-pool-5', 'mvc-vt-pool-10']);
    assert.equal(variants.targets['mvc-vt-pool-5'].label, 'MVC-VT, pool 5');
    assert.equal(variants.targets['mvc-vt-pool-5'].environment.SPRING_THREADS_VIRTUAL_ENABLED, 'true');
    const own = Object.values({ ...catalogue.targets, ...catalogue.dependencies });
    const ports = [...own, ...Object.values(variants.targets)].flatMap(({ port, managementPort }) => [port, managementPort ?? `${port}m`]);
    assert.equal(new Set(ports).size, ports.length);
  });

  it('has the scenarios of the core that are compared in blocks, of pools those with a database', () => {
    assert.deepEqual(planned({ OVER: 'pool' }).options.scenarios, ['read', 'create']);
    assert.deepEqual(planned({ OVER: 'gc' }).options.scenarios, ['read', 'create', 'simple', 'heavy']);
    assert.deepEqual(planned({ OVER: 'heap', TARGETS: 'mvc-jpa' }).options.scenarios, ['read', 'create']);
  });

  it('has default values that this machine can give', () => {
    const valuesOf = (OVER: string, found: Partial<typeof FOUND> = {}) => planned({ OVER }, found).sweep.values;
    assert.deepEqual(valuesOf('cpus'), ['0.25', '0.5', '1', '2', '4']);
    assert.deepEqual(valuesOf('cpus', { cores: 2 }), ['0.25', '0.5', '1']);
    assert.deepEqual(valuesOf('gc'), FOUND.collectors);
    assert.deepEqual(valuesOf('jdk'), FOUND.jdks);
    assert.deepEqual(valuesOf('aot'), ['none', 'cds', 'aot']);
    assert.equal(planned({ OVER: 'jdk' }).options.baseline, 'mvc-jdk-25-0-1');
    assert.equal(planned({ OVER: 'heap', VALUES: '64,128' }).options.baseline, 'mvc-heap-64', 'without the default the first');
  });

  it('takes equal numbers as one value', () => {
    assert.deepEqual(planned({ OVER: 'cpus', VALUES: '0.50,1.0,0.5' }).sweep.values, ['0.5', '1']);
    refuses({ OVER: 'cpus', VALUES: '1,1.0' }, 'VALUES=1: OVER=cpus compares at least two values; there is 1 value');
  });

  it('refuses in one line what it cannot do', () => {
    const all = 'gc, pool, heap, cpus, jdk, aot';
    refuses({ OVER: 'threads' }, `OVER=threads is unknown; accepted: ${all}`);
    refuses({ OVER: 'pool', ENGINE: 'docker' }, /^ENGINE=docker: .*; take ENGINE=native$/);
    refuses({ OVER: 'pool', VALUES: '5,0' }, "VALUES=0,5: '0' is no value for OVER=pool; accepted: whole numbers from 1 to 1000");
    refuses({ OVER: 'pool', VALUES: '5' }, 'VALUES=5: OVER=pool compares at least two values; there is 1 value');
    refuses({ OVER: 'jdk' }, /there is 1 value \(STACKBENCH_JDK_DIRS names folders with more\)$/, { jdks: ['25.0.1'] });
    refuses({ OVER: 'jdk', VALUES: '25.0.1,21' }, "VALUES=25.0.1,21: '21' is not found here; accepted: 25.0.1, 26");
    refuses({ OVER: 'gc', VALUES: 'serial,shenandoah' }, /'shenandoah' is not found here; accepted: serial, g1, parallel, zgc$/);
    refuses({ OVER: 'gc', TARGET_GC: 'g1' }, 'TARGET_GC=g1: OVER=gc sets it; VALUES has its values');
    refuses({ OVER: 'heap', TARGET_JVM_ARGS: '-Xss1m -Xmx1g' }, 'TARGET_JVM_ARGS=-Xss1m -Xmx1g: OVER=heap sets it; VALUES has its values');
    refuses({ OVER: 'pool', SETTINGS: 'pool-100' }, 'SETTINGS=pool-100: it sets pools, which OVER=pool does');
    refuses({ OVER: 'heap' }, /^VALUES=128,256,512,1024: 4 JVMs at a time need about 3320 MB, and this machine has 2000 MB; /, {
      memoryMb: 2000,
    });
    const many = Array.from({ length: 30 }, (_, index) => index + 1).join();
    refuses({ OVER: 'pool', VALUES: many }, /: 30 variants at once; accepted are up to \d+: take fewer values or targets$/);
  });
});

describe('what a variant is given', () => {
  const java = { home: '/jdk-25', bin: '/jdk-25/bin/java', version: '25.0.1', vendor: 'x' };
  const other = { home: '/jdk-26', bin: '/jdk-26/bin/java', version: '26', vendor: 'x' };
  const limits = limitsOf({ TARGET_CPUS: '0.5', TARGET_JVM_ARGS: '-Xss1m' });
  const given = (env: Record<string, string>, name: string) => new Given({ catalogue: planned(env).catalogue, root, limits }).to(name);

  it('is what all are given, but for its knob', () => {
    const usual = { cpus: 0.5, jvmArgs: ['-XX:ActiveProcessorCount=1', '-Xss1m'] };
    assert.deepEqual(new Given({ catalogue, root, limits }).to('mvc'), usual);
    assert.deepEqual(given({ OVER: 'pool' }, 'mvc-pool-50'), usual);
    assert.deepEqual(given({ OVER: 'cpus' }, 'mvc-cpus-2'), { cpus: 2, jvmArgs: ['-XX:ActiveProcessorCount=2', '-Xss1m'] });
    assert.deepEqual(given({ OVER: 'heap' }, 'mvc-heap-128'), { ...usual, jvmArgs: [...usual.jvmArgs, '-Xms128m', '-Xmx128m'] });
    assert.deepEqual(given({ OVER: 'gc' }, 'mvc-gc-zgc'), {
      ...usual,
      jvmArgs: ['-XX:ActiveProcessorCount=1', '-XX:-UseSerialGC', '-XX:+UseZGC', '-Xss1m'],
    });
    assert.deepEqual(given({ OVER: 'jdk' }, 'mvc-jdk-26'), usual);
    const javaFor = (name: string) => javaOf(planned({ OVER: 'jdk' }).catalogue.targets[name], java, { '25.0.1': java, 26: other });
    assert.deepEqual([javaFor('mvc-jdk-26'), javaFor('mvc-jdk-25-0-1')], [other, java]);
    assert.equal(javaOf(catalogue.targets.mvc, java, {}), java);
  });

  it('is known to the analysis: a target is held to its own CPUs', () => {
    const { catalogue: variants, options } = planned({ OVER: 'cpus', VALUES: '0.5,2' });
    const run = validRun({ catalogue: variants, targets: options.targets });
    assert.equal(limitsOfTarget({ ...run, catalogue }, 'mvc'), run.limits);
    const { targetCpus, activeProcessorCount } = limitsOfTarget(run, 'mvc-cpus-2');
    assert.deepEqual([targetCpus, activeProcessorCount], [2, 2]);
    assert.equal(limitsOfTarget(run, 'mvc-cpus-0-5').activeProcessorCount, 1);
  });

  it('is trained with requests that neither wait nor need another service', () => {
    const paths = trainingRequests(catalogue, 'mvc').map(({ path }) => path);
    assert.ok(paths.includes('/members/1'), paths.join());
    assert.doesNotMatch(paths.join(), /block|events|remote|documents/);
    assert.ok(trainingRequests(catalogue, 'mvc-jpa').every(({ path }) => path.startsWith('/members')));
  });
});
