/** What the CPU time of a request goes into: stacks → parts → a request → a difference. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differenceFrom, requestCpu } from '../../../analyse/cpu/request.ts';
import { partsIn } from '../../../analyse/cpu/stacks.ts';
import { kindOf } from '../../../collect/jvm-facts.ts';
import { samplerOf } from '../../../engines/native/jcmd.ts';
import { cpuProfile } from '../../fixtures/cpu-profile.ts';

describe('the part that a sample is counted for', () => {
  for (const [name, part, ...frames] of [
    ['the library whose code runs', 'HTTP server', 'java.lang.Thread.run_[j]', 'org.apache.coyote.http11.Http11Processor.service_[j]'],
    ['the service’s own', 'own code and others', 'stackbench.mvc.Members.read_[j]'],
    [
      'the library that asked the JDK for it',
      'Hibernate',
      'org.hibernate.Session.find_[j]',
      'java.util.HashMap.get_[j]',
      'java.lang.String.hashCode_[j]',
    ],
    ['the JDK where nobody asked', 'JDK', 'java.lang.Thread.run_[j]', 'java.util.concurrent.ForkJoinPool.scan_[j]'],
    ['that of the longest package that is known, of Hibernate', 'validation', 'org.hibernate.validator.internal.Engine.validate_[j]'],
    ['that of the longest package, of R2DBC', 'connection pool', 'io.r2dbc.pool.ConnectionPool.create_[j]'],
    ['that of the longest package, of Reactor Netty', 'Netty', 'reactor.netty.http.server.HttpServer.bind_[j]'],
    ['that of the longest package, of Reactor', 'Reactor', 'reactor.core.publisher.Mono.subscribe_[j]'],
    ['that of the longest package, of Spring', 'Spring Data', 'org.springframework.data.repository.Repository.find_[j]'],
    ['the kernel in native methods that read', 'system calls', 'org.mariadb.jdbc.Socket.read_[j]', 'sun.nio.ch.SocketDispatcher.read0'],
    ['the kernel in native methods that wait', 'system calls', 'org.mariadb.jdbc.Socket.read_[j]', 'jdk.internal.misc.Unsafe.park'],
    ['the caller in other native methods', 'database driver', 'org.mariadb.jdbc.Socket.read_[j]', 'java.lang.System.arraycopy'],
  ]) {
    it(`is ${name}`, () => assert.deepEqual(partsIn(`${frames.join(';')} 1`).map((each) => each.name), [part])); // prettier-ignore
  }
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
    const parts = differenceFrom(jpa, jdbc).map(({ part, share }) => `${part} ${Math.round(100 * share)}`);
    assert.deepEqual(parts, ['Hibernate 87', 'garbage collector 9', 'JIT compilers 4']);
  });
});

describe('threads of a JVM', () => {
  it('are told apart by the names that the kernel cuts off', () => {
    const names = [
      'C2 CompilerThre',
      'JVMCI-native Co',
      'GC Thread#0',
      'VM Thread',
      'VM Periodic Tas',
      'http-nio-8080-e',
      'ForkJoinPool-1-',
    ];
    const kinds = names.map(kindOf);
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
