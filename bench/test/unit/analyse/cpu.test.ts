/** What the CPU time of a request goes into: stacks → parts → a request → a difference. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partOf } from '../../../analyse/cpu/libraries.ts';
import { differenceFrom, requestCpu } from '../../../analyse/cpu/request.ts';
import { partsIn } from '../../../analyse/cpu/stacks.ts';
import { kindOf } from '../../../collect/jvm-facts.ts';
import { samplerOf } from '../../../engines/native/jcmd.ts';
import { cpuProfile } from '../../fixtures/cpu-profile.ts';

/** @param methods the root first */
function part(...methods: string[]) {
  return partOf(methods.map((method) => ({ method, isNative: false }))).part;
}

describe('the part that a sample is counted for', () => {
  it('is the library whose code runs', () => {
    assert.equal(part('java.lang.Thread.run', 'org.apache.coyote.http11.Http11Processor.service'), 'HTTP server');
    assert.equal(part('stackbench.mvc.Members.read'), 'own code and others');
    assert.equal(part('org.mariadb.jdbc.Statement.execute'), 'database driver');
  });
  it('is the library that asked the JDK for it', () => {
    assert.equal(part('org.hibernate.internal.SessionImpl.find', 'java.util.HashMap.get', 'java.lang.String.hashCode'), 'Hibernate');
    assert.equal(part('java.lang.Thread.run', 'java.util.concurrent.ForkJoinPool.scan'), 'JDK');
  });
  it('is that of the longest package that is known', () => {
    assert.equal(part('org.hibernate.validator.internal.Engine.validate'), 'validation');
    assert.equal(part('io.r2dbc.pool.ConnectionPool.create'), 'connection pool');
    assert.equal(part('reactor.netty.http.server.HttpServer.bind'), 'Netty');
    assert.equal(part('reactor.core.publisher.Mono.subscribe'), 'Reactor');
    assert.equal(part('org.springframework.data.repository.Repository.find'), 'Spring Data');
  });
  it('is the kernel in native methods that read, write or wait, and the caller in others', () => {
    const native = (method: string) =>
      partOf([
        { method: 'org.mariadb.jdbc.Socket.read', isNative: false },
        { method, isNative: true },
      ]).part;
    assert.equal(native('sun.nio.ch.SocketDispatcher.read0'), 'system calls');
    assert.equal(native('jdk.internal.misc.Unsafe.park'), 'system calls');
    assert.equal(native('java.lang.System.arraycopy'), 'database driver');
  });
});

describe('collapsed stacks', () => {
  it('are counted by part, the most frequent first, with its methods', () => {
    const text = [
      'java.lang.Thread.run_[j];org.springframework.web.Dispatcher.service_[j];java.util.Map.get_[j] 3',
      'java.lang.Thread.run_[j];org.springframework.web.Dispatcher.service_[j];org.springframework.web.Handler.handle_[0] 2',
      'java.lang.Thread.run_[j];org.hibernate.Session.flush_[j] 4',
      'java.lang.Thread.run_[j];sun.nio.ch.Net.poll 1',
      '',
    ].join('\n');
    assert.deepEqual(partsIn(text), [
      {
        name: 'Spring',
        samples: 5,
        methods: [
          { name: 'org.springframework.web.Dispatcher.service', samples: 3 },
          { name: 'org.springframework.web.Handler.handle', samples: 2 },
        ],
      },
      { name: 'Hibernate', samples: 4, methods: [{ name: 'org.hibernate.Session.flush', samples: 4 }] },
      { name: 'system calls', samples: 1, methods: [{ name: 'sun.nio.ch.Net.poll', samples: 1 }] },
    ]);
  });
});

describe('the CPU of a request', () => {
  const jpa = requestCpu(
    cpuProfile('mvc-jpa', { Spring: 300, Hibernate: 500, JSON: 200 }, { java: 4000, compilers: 100, collector: 300, machine: 0 }),
  );
  const jdbc = requestCpu(cpuProfile('mvc', { Spring: 600, JSON: 400 }, { java: 2000, compilers: 0, collector: 100, machine: 0 }));

  it('is that of all threads, divided by samples among the parts of Java threads', () => {
    assert.equal(jpa.ms, 0.44);
    const ofParts = Object.fromEntries(jpa.parts.map(({ part: name, ms }) => [name, Number(ms.toFixed(6))]));
    assert.deepEqual(ofParts, { Spring: 0.12, Hibernate: 0.2, JSON: 0.08, 'garbage collector': 0.03, 'JIT compilers': 0.01, JVM: 0 });
    assert.equal(jpa.covered, 0.5);
  });
  it('differs by parts, that which makes most of it first, that which is smaller last', () => {
    const parts = differenceFrom(jpa, jdbc).map(({ part: name, share }) => [name, Math.round(100 * share)]);
    assert.deepEqual(
      parts,
      [
        ['Hibernate', 87],
        ['garbage collector', 9],
        ['JIT compilers', 4],
        ['JSON', 0],
        ['Spring', 0],
      ].filter(([, share]) => share !== 0),
    );
  });
});

describe('threads of a JVM', () => {
  it('are told apart by the names that the kernel cuts off', () => {
    const kinds = [
      'C2 CompilerThre',
      'JVMCI-native Co',
      'GC Thread#0',
      'VM Thread',
      'VM Periodic Tas',
      'http-nio-8080-e',
      'ForkJoinPool-1-',
    ].map(kindOf);
    assert.deepEqual(kinds, ['compilers', 'compilers', 'collector', 'collector', 'machine', null, null]);
  });
});

describe('the sampler', () => {
  it('is that of CPU time from JDK 25 on', () => {
    assert.equal(samplerOf('OpenJDK 64-Bit Server VM version 21.0.2+13-LTS\nJDK 21.0.2\n').event, 'jdk.ExecutionSample');
    const newer = samplerOf('OpenJDK 64-Bit Server VM version 26+1\nJDK 26.0.0\n').event;
    assert.equal(newer, process.platform === 'linux' ? 'jdk.CPUTimeSample' : 'jdk.ExecutionSample');
  });
});
