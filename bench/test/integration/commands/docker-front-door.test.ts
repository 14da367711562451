/** The front door with Docker: one line for an engine that cannot be used, and what the runner gets. A stand-in takes the place of docker. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../../../record/catalogue.ts';
import { fakeDocker } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @returns `asked`: the words that docker got; `given`: the socket and its group, each time that it ran Compose */
function frontDoor(changed: Parameters<typeof fakeDocker>[2] = {}, command = 'compare', env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const linesOf = (name: string) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  const given = 'echo "$DOCKER_SOCKET $DOCKER_SOCKET_GROUP" >> "$FOLDER/given"';
  const first = `printf '%s ' "$@" >> "$FOLDER/asked"; echo >> "$FOLDER/asked"; [ "$1 $2" != 'compose --progress' ] || ${given}`;
  fakeDocker(folder, first, changed);
  const { status, stdout, stderr } = spawnSync(path.join(root, 'bench', 'engines', 'docker', 'run.sh'), [command], {
    env: { PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr, asked: linesOf('asked'), given: linesOf('given') };
}

test('a Docker that cannot be used is one line, and nothing is built', () => {
  const down = 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?';
  const cases: [asked: string, shell: string, line: string][] = [
    ['info ', `echo '${down}' >&2; exit 1`, down],
    ['--version ', 'echo podman version 5.4.0', 'the docker command here is Podman; accepted: Docker, or ENGINE=native'],
    ['compose version', 'exit 1', 'docker compose is missing: https://docs.docker.com/compose/install'],
    ['compose version', 'echo v2.6.1', 'docker compose is v2.6.1: 2.20 or newer is needed'],
  ];
  const elsewhere = 'the Docker engine is at ssh://host: only one on this machine can be measured';
  if (process.platform === 'linux') cases.push(['context ', 'echo ssh://host', elsewhere]);
  for (const [words, shell, line] of cases) {
    const { status, stdout, stderr, asked } = frontDoor({ [words]: shell });
    assert.deepEqual([status, stdout, stderr], [2, '', `ENGINE=docker: ${line}\n`]);
    assert.ok(!asked.some((each) => /build|run/.test(each)), asked.join('\n'));
  }
});

test('options are checked before all images are built; the runner gets them, and what .env has from the shell', () => {
  const shell = { TARGETS: 'mvc', TARGET_CPUS: '2', MARIADB_IMAGE: 'mine:1.2.3', HOME: '/nowhere' };
  const { status, stderr, asked } = frontDoor({}, 'compare', shell);
  assert.deepEqual([status, stderr], [0, '']);
  const steps = asked.filter((line) => / (build|run) /.test(line));
  assert.match(steps[0], /build bench $|build bench$/);
  assert.match(steps[1], / bench check compare ?$/);
  assert.match(steps[2], /--profile \* build ?$/);
  assert.match(steps[3], / bench compare ?$/);
  for (const name of ['TARGETS', 'TARGET_CPUS', 'MARIADB_IMAGE', 'STACK_COMMIT']) assert.match(steps[3], new RegExp(` -e ${name} `));
  assert.doesNotMatch(steps[3], / -e (HOME|PATH|SCENARIOS) /);
});

test("Docker Desktop's engine has the usual socket, also on Linux and under WSL, where its client has another", () => {
  const desktop = {
    'info ': 'case "$*" in *OperatingSystem*) echo Docker Desktop;; *) echo 28.0.0;; esac',
    'context ': 'echo unix:///home/me/desktop.sock',
  };
  const { status, stderr, given } = frontDoor(desktop);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual([...new Set(given)], ['/var/run/docker.sock 0']);
});

test('a resumed run has its limits, and a report builds nothing but the runner', () => {
  const resumed = frontDoor({}, 'compare', { RESUME: 'r1', TARGET_CPUS: '2' }).asked.findLast((line) => / run /.test(line)) ?? '';
  assert.match(resumed, / -e RESUME /);
  assert.doesNotMatch(resumed, /TARGET_CPUS/);
  const { asked } = frontDoor({}, 'report', { RUN: 'r1' });
  assert.equal(asked.filter((line) => / build /.test(line)).length, 1);
});
