#!/usr/bin/env bash
# The front door with a Docker engine: run.sh up | down | clean | k6 | <a command of the runner>. It builds the images, as this user, and starts
# the runner in its container with the engine's socket; whatever is then done with the stack, the runner does.
set -euo pipefail
# Of the shell around it: CDPATH leads cd into other folders, a hook of Git names another repository, and with COMPOSE_PROJECT_NAME the runner does
# not find the containers. Images of another platform would be emulated, and the builder before BuildKit does not read the Dockerfiles.
unset CDPATH DOCKER_DEFAULT_PLATFORM DOCKER_BUILDKIT "${!COMPOSE_@}" "${!GIT_@}"
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

# The runner's options, and the variables of Compose.
options=$(sed -nE "s/^  ([A-Z][A-Z0-9_]*): \[.*/\1/p; s/.*[ {]option: '([A-Z0-9_]+)'.*/\1/p" bench/commands/input/options.ts bench/record/json/limits.ts)
compose=$(sed -nE 's/^([A-Z][A-Z0-9_]*)=.*/\1/p' .env)
# What is both may come from the shell, for Compose. A resumed run has its plan; only TARGET_JVM_ARGS may have to be given again.
shared=" $(printf '%s\n' "$options" "$compose" | sort | uniq -d | grep -vx TARGET_JVM_ARGS | tr '\n' ' ')"
readonly options compose shared

refuse() {
  echo "$1" >&2
  exit 2
}

require_docker() {
  local answer version
  [[ $(docker --version 2>/dev/null) != podman* ]] || refuse 'ENGINE=docker: the docker command here is Podman; accepted: Docker, or ENGINE=native'
  answer=$(docker info --format '{{.ServerVersion}}' 2>&1) || refuse "ENGINE=docker: $(tail -n 1 <<<"$answer")"
  version=$(docker compose version --short 2>/dev/null) || refuse 'ENGINE=docker: docker compose is missing: https://docs.docker.com/compose/install'
  [[ $(printf '%s\n' 2.20 "${version#v}" | sort -V | head -n 1) == 2.20 ]] || refuse "ENGINE=docker: docker compose is $version: 2.20 or newer is needed"
}

# Where the engine listens on this machine. Docker Desktop, also under WSL and on Linux, and all engines elsewhere than on Linux run in a virtual
# machine, which has the usual path, owned by root.
find_socket() {
  DOCKER_SOCKET=/var/run/docker.sock DOCKER_SOCKET_GROUP=0
  if [[ $(uname) == Linux && $(docker info --format '{{.OperatingSystem}}') != 'Docker Desktop' ]]; then
    local host
    host=$(docker context inspect --format '{{.Endpoints.docker.Host}}')
    [[ $host == unix://* ]] || refuse "ENGINE=docker: the Docker engine is at $host: only one on this machine can be measured"
    DOCKER_SOCKET=${host#unix://}
    DOCKER_SOCKET_GROUP=$(stat -L -c %g "$DOCKER_SOCKET")
  fi
  export DOCKER_SOCKET DOCKER_SOCKET_GROUP
}

build() {
  docker compose --progress quiet "$@" >"$log" 2>&1 && return
  tail -n 20 "$log" >&2
  echo "the images were not built: docker compose $* shows why" >&2
  exit 3
}

# The client of Docker ends at once when it is interrupted, before the runner has ended in order and said so. So it gets a process group of its
# own, where Ctrl-C does not reach it, and the signal goes to the container.
runner() {
  local name=stackbench-runner-$$ signal client code=0
  set -m
  docker compose --progress quiet run --rm -T --no-deps --name "$name" --user "$(id -u):$(id -g)" "${passed[@]}" bench "$@" </dev/null &
  client=$!
  set +m
  for signal in INT TERM HUP; do
    # shellcheck disable=SC2064 # the values of now
    trap "docker kill --signal $signal $name >/dev/null 2>&1 || true" "$signal"
  done
  # A signal ends the wait, not the client.
  while code=0 && wait "$client" || code=$? && kill -0 "$client" 2>/dev/null; do :; done
  trap - INT TERM HUP
  # Where the reader of the output is gone, so is the client.
  if docker kill --signal INT "$name" >/dev/null 2>&1; then docker wait "$name" >/dev/null 2>&1 || true; fi
  return "$code"
}

# Load on one target, which the dashboard shows.
by_hand() {
  [[ ${SCENARIO-} =~ ^[a-z0-9-]+$ && -e k6/$SCENARIO.js ]] || refuse "SCENARIO=${SCENARIO-}: accepted is a script of k6/, such as read"
  local name running variables=() terminal=(-T) started=()
  [[ ! -t 0 || ! -t 1 ]] || terminal=()
  for name in TARGET PROFILE VUS_START VUS_STEP STAGES STAGE_SECONDS WARMUP; do
    [[ -z ${!name-} ]] || variables+=(-e "$name=${!name}")
  done
  # Targets of `make up` stay as they are; where there are none, Compose starts the core.
  running=$(docker compose --profile '*' ps --quiet --status running "${TARGET:-mvc}" 2>/dev/null || true)
  [[ -z $running ]] || started=(--no-deps)
  docker compose run --rm ${started[@]+"${started[@]}"} ${terminal[@]+"${terminal[@]}"} k6 run "/k6/$SCENARIO.js" ${variables[@]+"${variables[@]}"}
}

# After a checkout with umask 077, the users of the containers could not read what is mounted. Its owner alone can change that.
chmod -R a+rX db-init prometheus grafana k6 catalogue.json bench/engines/docker/toxiproxy.json 2>/dev/null || true

log=$(mktemp)
trap 'rm -f "$log"' EXIT
mkdir -p results
require_docker
find_socket
export CHECKOUT=$PWD

passed=()
for name in MAKEFLAGS $options $compose; do
  [[ -z ${!name-} || $shared == *" $name "* && -n ${RESUME-} ]] || passed+=(-e "$name")
done
STACK_COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
STACK_DIRTY=$([[ -z $(git status --porcelain 2>/dev/null) ]] && echo false || echo true)
export STACK_COMMIT STACK_DIRTY
passed+=(-e STACK_COMMIT -e STACK_DIRTY)

case ${1-} in
  k6)
    by_hand
    ;;
  down)
    docker compose --profile '*' down --remove-orphans
    ;;
  clean)
    read -r -p "remove the stack's containers and all data of its database, InfluxDB, Prometheus and Grafana? [y/N] " answer
    [[ $answer == [yY]* ]] || { echo 'nothing removed'; exit 1; }
    docker compose --profile '*' down --remove-orphans --volumes
    ;;
  *)
    build build bench
    # RUN asks for an old one again.
    if [[ $1 != report && $1 != diff && -z ${RUN-} ]]; then
      # A wrong option is refused before minutes of building.
      runner check "$1"
      build --profile '*' build
    fi
    runner "$1"
    ;;
esac
