/** Surroundings that users have, one a row: a command in them, and what it must answer. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../record/catalogue.ts';
import { fakeDocker, fakeProgram } from '../support/programs.ts';

export interface Row {
  name: string;
  environment?: Record<string, string>;
  /** makes it, in an empty folder */
  prepare?: (folder: string) => void;
  /** for bash, in the folder, whose bin is on PATH; there are $ROOT, the checkout, and $NODE. With `unshare` or `taskset` it is for Linux */
  command: string;
  /** by default exit code 0 and nothing on standard error */
  expect?: { code?: number; stdout?: RegExp; stderr?: RegExp };
}

const BIN = '$PWD/bin';
const REFUSING = 'http://127.0.0.1:1';
/** What bash says of a locale. */
const NOT_INSTALLED = /^(.*warning: setlocale: .*\n)*$/;
const CHECK = '$NODE "$ROOT/bench/cli.ts" check compare';
const CHECK_PUBLISHED = 'DIR=$(ls -d published/2*-quick | head -n 1) $NODE bench/cli.ts check-submission';
const DOCTOR = '$NODE "$ROOT/bench/cli.ts" doctor';
const FRONT_DOOR = '"$ROOT/bench/engines/docker/run.sh" report';
const FOREIGN_SETTINGS =
  'export SPRING_PROFILES_ACTIVE=prod SERVER_PORT=1 DB_HOST=192.0.2.1 LOGGING_LEVEL_ROOT=TRACE JAVA_TOOL_OPTIONS=-Dx=y ' +
  'LC_ALL=tr_TR.UTF-8 TZ=Asia/Kathmandu MYSQL_HOST=192.0.2.1 MYSQL_TCP_PORT=1 GOFLAGS=-mod=vendor NODE_ENV=production';
const VERIFY = 'make -C "$ROOT" verify ENGINE=native TARGETS=mvc SCENARIOS=simple';
/** In a network of its own, where the fixed ports are free, and no address outside can be reached. */
const withoutNetwork = (command: string) => `unshare --net sh -c 'ip link set lo up && exec "$0" -c "$1"' bash '${command}'`;
/** @param expression of what module exports, such as `runIdAt(0)` @param module below bench/ */
const evaluated = (expression: string, module: string) =>
  `$NODE --input-type=module --eval "const m = await import('$ROOT/bench/${module}'); console.log(m.${expression})"`;

/** Clones what is committed into `checkout`. @param options of git clone */
function clone(folder: string, ...options: string[]) {
  const checkout = path.join(folder, 'checkout');
  execFileSync('git', ['clone', '--quiet', ...options, root, checkout], { stdio: 'pipe' });
  symlinkSync(path.join(root, 'bench', 'node_modules'), path.join(checkout, 'bench', 'node_modules'));
}

/** @param folder gets a `jdk` @param release lines of its release file; none without any @param java shell */
function fakeJdk(folder: string, release: string, java = 'exit 0') {
  fakeProgram(path.join(folder, 'jdk', 'bin', 'java'), java);
  fakeProgram(path.join(folder, 'jdk', 'bin', 'javac'), 'exit 0');
  if (release) writeFileSync(path.join(folder, 'jdk', 'release'), `${release}JAVA_VERSION="25.0.1"\n`);
}

export const ROWS: Row[] = [
  {
    name: 'no network, and proxies that refuse',
    environment: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: REFUSING, http_proxy: REFUSING, ALL_PROXY: REFUSING },
    command: withoutNetwork(VERIFY),
    expect: { stdout: /^All equal: 1 target/m },
  },
  {
    name: 'a shell full of settings that are meant for others, umask 077, few files, a folder for temporary files with a space',
    prepare: (folder) => mkdirSync(path.join(folder, 'a b')),
    command: withoutNetwork(`${FOREIGN_SETTINGS}; umask 077; ulimit -Sn 256; TMPDIR="$PWD/a b" ${VERIFY}`),
    expect: { stdout: /^All equal: 1 target/m, stderr: NOT_INSTALLED },
  },
  {
    name: 'Git ends lines with CR LF: the front door, and a published run',
    prepare(folder) {
      clone(folder, '-c', 'core.autocrlf=true');
      fakeDocker(folder);
    },
    command: `cd checkout && bench/engines/docker/run.sh report && ${CHECK_PUBLISHED}`,
    expect: { stdout: /./ },
  },
  {
    name: 'a go.work in a folder above, and flags of Go',
    environment: { GOFLAGS: '-mod=vendor' },
    prepare(folder) {
      writeFileSync(path.join(folder, 'go.work'), 'go 1.25\n\nuse ./elsewhere\n');
      cpSync(path.join(root, 'k6', 'xk6-output-rollup'), path.join(folder, 'module'), { recursive: true });
    },
    command: `env $(${evaluated("Object.entries(m.GO_ENVIRONMENT).map((each) => each.join('=')).join(' ')", 'setup/go.ts').replace('m.Object', 'Object')}) go list -C module ./cmd/k6`,
    expect: { stdout: /\/cmd\/k6$/m },
  },
  {
    name: 'a checkout with umask 077: what is mounted can be read by the users of the containers',
    prepare(folder) {
      const before = process.umask(0o077);
      clone(folder);
      process.umask(before);
      fakeDocker(folder);
    },
    command: 'cd checkout && bench/engines/docker/run.sh report && stat -c %a prometheus/prometheus.yml db-init grafana/dashboards',
    expect: { stdout: /^644\n755\n755\n$/ },
  },
  {
    name: 'another project of Compose, another platform, and an old builder in the environment',
    environment: {
      ...{ COMPOSE_PROJECT_NAME: 'mine', COMPOSE_FILE: 'mine.yml' },
      ...{ DOCKER_DEFAULT_PLATFORM: 'linux/s390x', DOCKER_BUILDKIT: '0' },
    },
    prepare: (folder) => fakeDocker(folder, 'env | grep -E "^(COMPOSE_|DOCKER_DEFAULT|DOCKER_BUILDKIT)" >> "$FOLDER/given" || true'),
    command: `${FRONT_DOOR} && cat given`,
    expect: { stdout: /^$/ },
  },
  {
    name: 'the folder of another checkout in CDPATH: the front door stays in its own',
    environment: { CDPATH: '$PWD/others' },
    prepare(folder) {
      mkdirSync(path.join(folder, 'others', 'bench', 'engines', 'docker'), { recursive: true });
      fakeDocker(folder);
    },
    command: 'cd "$ROOT" && bench/engines/docker/run.sh report',
    expect: { stdout: /^$/ },
  },
  {
    name: 'inside a hook of Git, which names another repository',
    environment: { GIT_DIR: '$PWD/other', GIT_WORK_TREE: '$PWD', GIT_INDEX_FILE: '$PWD/index' },
    prepare: (folder) => mkdirSync(path.join(folder, 'other')),
    command: evaluated("describeCommit('$ROOT').commit", 'run/circumstances.ts'),
    expect: { stdout: /^[0-9a-f]{40}$/m },
  },
  {
    name: 'a JDK of another vendor',
    environment: { JAVA_HOME: '$PWD/jdk' },
    prepare: (folder) => fakeJdk(folder, 'IMPLEMENTOR="Oracle Corporation"\nGRAALVM_VERSION="25.0.1"\n'),
    command: `${DOCTOR} || true`,
    expect: { stdout: /^Java +25\.0\.1 \(Oracle Corporation GraalVM\) in /m, stderr: /^/ },
  },
  {
    name: 'no JDK that is new enough: a line says what to do',
    environment: { JAVA_HOME: '', STACKBENCH_JDK_DIRS: '$PWD/none', PATH: `${BIN}:/usr/bin:/bin` },
    prepare: (folder) => void fakeProgram(path.join(folder, 'bin', 'java'), 'echo \'openjdk version "17.0.1"\' >&2'),
    command: DOCTOR,
    expect: { code: 1, stdout: /^Java +missing$/m, stderr: /^no JDK 25 or newer: found .*; install one or set JAVA_HOME to it$/m },
  },
  {
    name: 'JAVA_TOOL_OPTIONS, which Java mentions before its version',
    environment: { JAVA_TOOL_OPTIONS: '-Dfile.encoding=ISO-8859-1', JAVA_HOME: '$PWD/jdk' },
    prepare: (folder) => fakeJdk(folder, '', 'echo "Picked up JAVA_TOOL_OPTIONS: x" >&2; echo \'openjdk version "25.0.1" 2026\' >&2'),
    command: `${DOCTOR} || true`,
    expect: { stdout: /^Java +25\.0\.1 /m, stderr: /^/ },
  },
  {
    name: 'pages of 16 KiB',
    prepare: (folder) => void fakeProgram(path.join(folder, 'bin', 'getconf'), 'case $1 in PAGESIZE) echo 16384;; *) echo 100;; esac'),
    command: evaluated("parseProcessStat('1 (x) ' + '1 '.repeat(50)).rssBytes", 'collect/processes.ts'),
    expect: { stdout: /^16384$/m },
  },
  {
    name: 'a Turkish locale, where I is not the capital of i',
    environment: { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TARGETS: 'mvc', SCENARIOS: 'simple' },
    command: CHECK,
    expect: { stderr: NOT_INSTALLED },
  },
  { name: 'no HOME', command: `env -u HOME ${CHECK}` },
  { name: 'a value that ends with a carriage return, as from a file of Windows', environment: { TARGETS: 'mvc\r' }, command: CHECK },
  {
    name: 'a checkout whose path has a space, a dollar, an apostrophe and an umlaut',
    environment: { TARGETS: 'mvc' },
    prepare: (folder) => clone(path.join(folder, "my $bench's ä")),
    command: `cd my*/checkout && make --silent help && $NODE bench/cli.ts check compare`,
    expect: { stdout: /make compare/ },
  },
  {
    name: 'a checkout that is reached by a link',
    environment: { TARGETS: 'mvc' },
    prepare: (folder) => symlinkSync(root, path.join(folder, 'link')),
    command: 'cd link && make --silent help && $NODE bench/cli.ts check compare',
    expect: { stdout: /make compare/ },
  },
  {
    name: 'a checkout that is mounted read-only',
    environment: { TARGETS: 'mvc' },
    command: `unshare --mount sh -c 'mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT" && ${CHECK}'`,
  },
  {
    name: 'little space for the cache',
    environment: { STACKBENCH_CACHE: '$PWD' },
    command: `unshare --mount sh -c 'mount -t tmpfs -o size=1m none "$PWD" && cd "$PWD" && ${DOCTOR}'`,
    expect: { code: 1, stdout: /^memory, disk .* 0\.00\d+ GiB for the cache$/m, stderr: /^too little .*space on the disk: /m },
  },
  {
    name: 'no control groups: targets are pinned',
    command: `unshare --mount sh -c 'mount -t tmpfs -o ro none /sys/fs/cgroup && ${DOCTOR}' || true`,
    expect: { stdout: /^CPU limit +pinned by taskset to 1 CPU /m, stderr: /^/ },
  },
  {
    name: 'one CPU of several',
    command: `taskset -c 0 ${DOCTOR} || true`,
    expect: { stdout: /^cores +1 core, /m, stderr: /^/ },
  },
  {
    name: 'a machine that has run for a thousand days',
    environment: { TARGETS: 'mvc' },
    command: `unshare --time --monotonic 86400000 --boottime 86400000 ${CHECK}`,
  },
  {
    name: 'proxies: no password is shown',
    environment: { https_proxy: 'http://me:secret@proxy:3128' },
    command: `${DOCTOR} || true`,
    expect: { stdout: /^proxies +https_proxy: for downloads only$/m, stderr: /^(?!.*secret)/ },
  },
  { name: 'no standard input', environment: { TARGETS: 'mvc' }, command: `${CHECK} <&-` },
  { name: 'a reader that goes away', command: '$NODE "$ROOT/bench/cli.ts" --help | true' },
  {
    name: 'no Git',
    environment: { PATH: BIN },
    prepare(folder) {
      mkdirSync(path.join(folder, 'bin'));
      for (const name of ['sh', 'bash', 'getconf']) symlinkSync(`/usr/bin/${name}`, path.join(folder, 'bin', name));
    },
    command: evaluated("describeCommit('$ROOT').commit", 'run/circumstances.ts'),
    expect: { stdout: /^null$/m },
  },
  {
    name: 'strict POSIX, and jobs of make side by side',
    environment: { POSIXLY_CORRECT: '1', MAKEFLAGS: '-j4' },
    prepare: (folder) => fakeDocker(folder),
    command: 'make -C "$ROOT" --silent --no-print-directory report ENGINE=docker',
    expect: { stdout: /^$/ },
  },
];
