import { atOnce, fewerThreads, type Claim, type Study } from './terms.ts';

/** Answers that end within the 10 s: the tenth of a connection that began with the slice comes a moment after it, so that 9 of each are as
 * right as 10 (theirs were 900, 9 and 902), and a tenth fewer than that or more is still about as many.
 * @param calls under way at a time */
function answered(target: string, calls: number): Claim {
  return { scenario: 'remote-slow', says: 'answered', targets: [target], from: Math.ceil((9 * 9 * calls) / 10), to: 11 * calls };
}

export const S3: Study = {
  id: 'S3',
  title: 'One Tomcat thread',
  source:
    "'스프링 부트 + 톰캣 벤치마크 테스트' (heesuk-ahn/server-benchmark, spring-boot-with-tomcat). " +
    'A remote call that takes 1 s, 100 connections for 10 s. Tomcat with 200 threads and a blocking client answered 900 requests, with 1 thread and a ' +
    'blocking client 9, with 1 thread and a non-blocking client (asynchronous request handling) 902. The threads were watched, because an asynchronous ' +
    'client that quietly starts a thread per call only moves the problem.',
  adapted: [
    'The non-blocking client is reactor-netty’s, on its event loop. The platform threads of each target are counted, and any beyond those of the blocking client are reported.',
    'Only answers within the 10 s count; later ones are in the report of the run.',
  ],
  runs: [
    {
      name: 'main',
      title: '100 connections for 10 s, one call of 1 s',
      targets: ['mvc', 'mvc-1', 'mvc-1-async'],
      scenarios: ['remote-slow'],
      load: atOnce(100, 10),
    },
  ],
  figures: [
    { label: '200 threads, blocking client', scenario: 'remote-slow', target: 'mvc', theirs: { requests: '900' } },
    { label: '1 thread, blocking client', scenario: 'remote-slow', target: 'mvc-1', theirs: { requests: '9' } },
    { label: '1 thread, non-blocking client', scenario: 'remote-slow', target: 'mvc-1-async', theirs: { requests: '902' } },
  ],
  conclusions: {
    '200 threads and a blocking client: about 1,000 requests.': [answered('mvc', 100)],
    '1 thread and a blocking client: about 10 requests.': [answered('mvc-1', 1)],
    '1 thread and a non-blocking client: about 1,000 requests.': [answered('mvc-1-async', 100)],
    'The non-blocking client needs no thread per call.': [
      { scenario: 'remote-slow', says: 'no more threads', targets: ['mvc-1-async', 'mvc-1'], atMost: 20 },
      fewerThreads('remote-slow', 'mvc-1-async', 'mvc'),
    ],
  },
};
