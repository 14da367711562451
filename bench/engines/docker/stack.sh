#!/usr/bin/env bash
# The front door where a Docker engine answers: stack.sh up | down | clean | <a command of the runner>.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

# What a load test needs; Grafana is asked for besides, because a run does not depend on it.
readonly measured=(mariadb influxdb prometheus mvc mvc-vt webflux-jdbc webflux-r2dbc)
# Held to bench/plan/knobs.js by a test.
readonly knobs=(A B BASELINE GENERATOR_CPUS LIVE MAKEFLAGS PROFILE RATE_SECONDS RESUME ROUNDS ROUNDS_MAX RUN SCENARIOS SEED SLO_P99_MS
  STAGES STAGE_SECONDS TARGET TARGETS TARGET_CPUS TARGET_JVM_ARGS TARGET_POOL_SIZE VUS_START VUS_STEP WARMUP_MAX)
# These may be the shell's, for compose.
readonly limits=' GENERATOR_CPUS TARGET_CPUS TARGET_JVM_ARGS TARGET_POOL_SIZE '

passed=()
for knob in "${knobs[@]}"; do
  # A resumed run has its plan.
  [[ -z ${!knob-} || $limits == *" $knob "* && -n ${RESUME-} ]] || passed+=(-e "$knob")
done

# On a small machine half a CPU per target, so that k6 is not the limit: as the native engine does.
if [[ -z ${TARGET_CPUS-} ]]; then
  TARGET_CPUS=$(docker info --format '{{.NCPU}}' | awk '{ print ($1 < 4) ? 0.5 : 1 }')
  export TARGET_CPUS
fi

start() {
  docker compose up -d --build --quiet-pull --wait "${measured[@]}" >"$log" 2>&1 || fail
  docker compose up -d --quiet-pull grafana >>"$log" 2>&1 ||
    echo "Grafana's image can't be had: no live dashboard" >&2
}

fail() {
  tail -n 20 "$log" >&2
  echo "the stack did not start: docker compose up -d --wait shows why" >&2
  exit 3
}

# One line per container: what the runner, which has no access to the engine, puts into the bundle.
containers() {
  local id image digest
  for id in $(docker compose ps -q); do
    image=$(docker inspect -f '{{.Image}}' "$id")
    digest=$(docker image inspect -f '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$image")
    docker inspect -f "{{index .Config.Labels \"com.docker.compose.service\"}}|{{.Id}}|{{.Config.Image}}|$digest|{{.HostConfig.NanoCpus}}|{{.HostConfig.Memory}}" "$id"
  done
}

runner() {
  docker compose run --rm -T --no-deps --user "$(id -u):$(id -g)" "${passed[@]}" "$@"
}

describe() {
  STACK_CONTAINERS=$(containers)
  STACK_JAVA=$(docker compose exec -T mvc sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' /opt/java/openjdk/release || true)
  STACK_COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
  STACK_DIRTY=$([[ -z $(git status --porcelain 2>/dev/null) ]] && echo false || echo true)
  export STACK_CONTAINERS STACK_JAVA STACK_COMMIT STACK_DIRTY
  passed+=(-e STACK_CONTAINERS -e STACK_JAVA -e STACK_COMMIT -e STACK_DIRTY)
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
mkdir -p results

case ${1-} in
  up)
    start
    docker compose ps
    ;;
  down)
    docker compose --profile '*' down --remove-orphans
    ;;
  clean)
    read -r -p "remove the stack's containers and all data of its database, InfluxDB, Prometheus and Grafana? [y/N] " answer
    [[ $answer == [yY]* ]] || { echo 'nothing removed'; exit 1; }
    docker compose --profile '*' down --remove-orphans --volumes
    ;;
  report | diff)
    docker compose build --quiet bench
    runner bench "$1"
    ;;
  *)
    docker compose build --quiet bench
    # Before minutes of starting: are the knobs any good?
    runner bench check "$1"
    start
    describe
    runner bench "$1"
    ;;
esac
