#!/usr/bin/env bash
# The front door where a Docker engine answers: stack.sh up | down | clean | <a command of the runner>.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

# What a load test needs; Grafana is asked for besides, because a run does not depend on it.
readonly measured=(mariadb influxdb prometheus mvc mvc-vt webflux-jdbc webflux-r2dbc)
# Held to bench/plan/knobs.js by a test.
readonly knobs=(A B BASELINE DB_RTT_MS GENERATOR_CPUS LIVE MAKEFLAGS PROFILE RATE_SECONDS RESUME ROUNDS ROUNDS_MAX RUN SCENARIOS SEED
  SETTINGS SLO_P99_MS STAGES STAGE_SECONDS STUDY TARGET TARGETS TARGET_CPUS TARGET_JVM_ARGS TARGET_POOL_SIZE VUS_START VUS_STEP WARMUP_MAX)
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

# What the command needs beyond that, by its knobs or by the plan of the run that it resumes. Says as well if a knob is no good,
# before minutes of starting.
needed=("${measured[@]}")
plan() {
  docker compose build --quiet bench
  local lines line key value service
  lines=$(runner bench containers "$1")
  # A resumed run has its limits; the shell's are for others.
  [[ -z ${RESUME-} ]] || unset TARGET_POOL_SIZE TARGET_JVM_ARGS GENERATOR_CPUS
  while IFS= read -r line; do
    key=${line%%=*} value=${line#*=}
    case $key in
      services) for service in $value; do needed+=("$service"); done ;;
      settings) export SETTINGS=$value ;;
      databaseRttMs) export DB_RTT_MS=$value TARGET_DB_HOST=toxiproxy ;;
      mongoUri) export TARGET_MONGO_URI=$value ;;
      targetCpus) export TARGET_CPUS=$value ;;
      poolSize) export TARGET_POOL_SIZE=$value ;;
      jvmArgs) export TARGET_JVM_ARGS=$value ;;
      generatorCpus) export GENERATOR_CPUS=$value ;;
    esac
  done <<<"$lines"
}

start() {
  if [[ -n ${DB_RTT_MS-} ]]; then
    # First, so that the targets never connect without the delay.
    docker compose up -d --quiet-pull --wait mariadb toxiproxy >"$log" 2>&1 || fail
    delay >>"$log" 2>&1 || fail
  fi
  docker compose up -d --build --quiet-pull --wait "${needed[@]}" >"$log" 2>&1 || fail
  docker compose up -d --quiet-pull grafana >>"$log" 2>&1 ||
    echo "Grafana's image can't be had: no live dashboard" >&2
}

# Half of the round trip each way, in whole milliseconds.
delay() {
  local way latency
  for way in upstream downstream; do
    [[ $way == upstream ]] && latency=$((DB_RTT_MS / 2)) || latency=$(((DB_RTT_MS + 1) / 2))
    docker compose exec -T toxiproxy /toxiproxy-cli toxic update -n "$way" -a "latency=$latency" mariadb ||
      docker compose exec -T toxiproxy /toxiproxy-cli toxic add -n "$way" -t latency -a "latency=$latency" "--$way" mariadb
  done
}

# A target or a neighbour of an earlier run would have its share of the CPU, idle as it is.
stop_unneeded() {
  local service
  for service in $(docker compose --profile '*' ps --services); do
    case " ${needed[*]} grafana ${DB_RTT_MS:+toxiproxy} " in
      *" $service "*) ;;
      *) docker compose --profile '*' stop "$service" >>"$log" 2>&1 ;;
    esac
  done
}

# By hand everything may be asked for, but most can do without documents.
leave_mongo_out() {
  [[ " ${needed[*]} " == *' mongo '* ]] || return 0
  docker compose --profile extended pull --quiet --policy missing mongo >"$log" 2>&1 && return
  echo "MongoDB's image can't be had: /documents answers 503" >&2
  local service others=()
  for service in "${needed[@]}"; do [[ $service == mongo ]] || others+=("$service"); done
  needed=("${others[@]}")
}

# Was make given any, which the runner may have to refuse?
has_knobs() {
  [[ ${MAKEFLAGS-} == *' -- '* ]] && tr ' ' '\n' <<<"${MAKEFLAGS#* -- }" | grep '=' | grep -qv '^ENGINE='
}

fail() {
  tail -n 20 "$log" >&2
  echo "the stack did not start: docker compose up -d --wait shows why" >&2
  exit 3
}

# One line per container: what the runner, which has no access to the engine, puts into the bundle.
containers() {
  local id image digest
  for id in $(docker compose --profile '*' ps -q); do
    image=$(docker inspect -f '{{.Image}}' "$id")
    digest=$(docker image inspect -f '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$image")
    docker inspect -f "{{index .Config.Labels \"com.docker.compose.service\"}}|{{.Id}}|{{.Config.Image}}|$digest|{{.HostConfig.NanoCpus}}|{{.HostConfig.Memory}}" "$id"
  done
}

# Bash 4.3 and older, as on macOS, take an empty list for an unset variable.
runner() {
  docker compose run --rm -T --no-deps --user "$(id -u):$(id -g)" ${passed[@]+"${passed[@]}"} "$@"
}

describe() {
  STACK_CONTAINERS=$(containers)
  STACK_JAVA=$(docker compose exec -T mvc sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' /opt/java/openjdk/release || true)
  STACK_COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
  STACK_DIRTY=$([[ -z $(git status --porcelain 2>/dev/null) ]] && echo false || echo true)
  export STACK_CONTAINERS STACK_JAVA STACK_COMMIT STACK_DIRTY
  passed+=(-e STACK_CONTAINERS -e STACK_JAVA -e STACK_COMMIT -e STACK_DIRTY)
}

# A run at a time: containers are made anew where settings or the delay are others than in the run before.
study() {
  local part parts
  docker compose build --quiet bench
  parts=$(runner bench containers study | sed -n 's/^part=//p')
  for part in $parts; do
    (
      export STUDY_PART=$part
      passed+=(-e STUDY_PART)
      plan study
      start
      stop_unneeded
      describe
      # A cell that failed is no reason to leave the next run out.
      code=0
      runner bench study || code=$?
      ((code <= 1)) || exit "$code"
      ((code == 0)) || touch "$log.failed"
    )
    # It goes on with what the first has begun, by the knobs that are recorded there.
    export RESUME=${RESUME:-$(newest_run)}
    passed=(-e RESUME)
  done
  [[ ! -e $log.failed ]]
}

# Each a command of its own, too: one that could not go on is no reason to leave the others out, but Ctrl-C is.
studies() {
  docker compose build --quiet bench
  local studies id code worst=0
  studies=$(runner bench containers studies | sed -n 's/^study=//p')
  for id in $studies; do
    code=0
    STUDY=$id bench/engines/docker/stack.sh study || code=$?
    ((code < 128)) || exit "$code"
    ((code == 0)) || worst=1
  done
  return "$worst"
}

newest_run() {
  local runs=(results/[0-9]*-S[0-9]*)
  basename "${runs[${#runs[@]} - 1]}"
}

log=$(mktemp)
trap 'rm -f "$log" "$log.failed"' EXIT
mkdir -p results

case ${1-} in
  up)
    if [[ -n ${TARGETS-}${SETTINGS-}${DB_RTT_MS-} ]] || has_knobs; then plan up; fi
    leave_mongo_out
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
  study)
    if [[ -n ${RUN-} ]]; then runner bench study; else study; fi
    ;;
  studies)
    studies
    ;;
  report | diff)
    docker compose build --quiet bench
    runner bench "$1"
    ;;
  *)
    plan "$1"
    start
    stop_unneeded
    describe
    runner bench "$1"
    ;;
esac
