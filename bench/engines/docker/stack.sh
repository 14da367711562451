#!/usr/bin/env bash
# The front door with a Docker engine: stack.sh up | down | clean | <a command of the runner>.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

# What a load test needs. Grafana is started separately, because a run does not depend on it.
readonly measured=(mariadb influxdb prometheus mvc mvc-vt webflux-jdbc webflux-r2dbc)
# A test compares them with bench/commands/options.js.
readonly options=(A B BASELINE BUDGET DB_RTT_MS GENERATOR_CPUS HALF_WIDTH KEEP LIVE MAKEFLAGS PROFILE RATE_SECONDS RESUME ROUNDS RUN SCENARIOS
  SEED SETTINGS SLO_P99_MS STAGES STAGE_SECONDS STUDY TARGET TARGETS TARGET_CPUS TARGET_JVM_ARGS TARGET_POOL_SIZE VUS_START VUS_STEP WARMUP_MAX)
# These may come from the shell, for Compose.
readonly limits=' GENERATOR_CPUS TARGET_CPUS TARGET_POOL_SIZE '

passed=()
for option in "${options[@]}"; do
  # A resumed run has its plan.
  [[ -z ${!option-} || $limits == *" $option "* && -n ${RESUME-} ]] || passed+=(-e "$option")
done

# On a small machine half a CPU per target, so that k6 is not the bottleneck; the native engine does the same.
if [[ -z ${TARGET_CPUS-} ]]; then
  TARGET_CPUS=$(docker info --format '{{.NCPU}}' | awk '{ print ($1 < 4) ? 0.5 : 1 }')
  export TARGET_CPUS
fi

# What the command needs in addition, by its options or by the plan of the run that it resumes. This also refuses a wrong option before
# minutes of starting.
needed=("${measured[@]}")
plan() {
  docker compose build --quiet bench
  local lines line key value service
  lines=$(runner bench containers "$1")
  # A resumed run has its own limits; those of the shell are for other runs.
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
    # First, so that no target connects without the delay.
    docker compose up -d --quiet-pull --wait mariadb toxiproxy >"$log" 2>&1 || fail
    delay >>"$log" 2>&1 || fail
  fi
  docker compose up -d --build --quiet-pull --wait "${needed[@]}" >"$log" 2>&1 || fail
  docker compose up -d --quiet-pull grafana >>"$log" 2>&1 ||
    echo "Grafana's image is not available: no live dashboard" >&2
}

# Half of the delay each way, in whole milliseconds.
delay() {
  local way latency
  for way in upstream downstream; do
    [[ $way == upstream ]] && latency=$((DB_RTT_MS / 2)) || latency=$(((DB_RTT_MS + 1) / 2))
    docker compose exec -T toxiproxy /toxiproxy-cli toxic update -n "$way" -a "latency=$latency" mariadb ||
      docker compose exec -T toxiproxy /toxiproxy-cli toxic add -n "$way" -t latency -a "latency=$latency" "--$way" mariadb
  done
}

# Even idle, a target or a downstream service of an earlier run would use CPU.
stop_unneeded() {
  local service
  for service in $(docker compose --profile '*' ps --services); do
    case " ${needed[*]} grafana ${DB_RTT_MS:+toxiproxy} " in
      *" $service "*) ;;
      *) docker compose --profile '*' stop "$service" >>"$log" 2>&1 ;;
    esac
  done
}

# By hand any scenario may be requested, but only the documents need MongoDB.
leave_mongo_out() {
  [[ " ${needed[*]} " == *' mongo '* ]] || return 0
  docker compose --profile extended pull --quiet --policy missing mongo >"$log" 2>&1 && return
  echo "MongoDB's image is not available: /documents answers 503" >&2
  local service others=()
  for service in "${needed[@]}"; do [[ $service == mongo ]] || others+=("$service"); done
  needed=("${others[@]}")
}

# Whether make was given options, which the runner may have to refuse.
has_options() {
  [[ ${MAKEFLAGS-} == *' -- '* ]] && tr ' ' '\n' <<<"${MAKEFLAGS#* -- }" | grep '=' | grep -qv '^ENGINE='
}

fail() {
  tail -n 20 "$log" >&2
  echo "the stack did not start: docker compose up -d --wait shows why" >&2
  exit 3
}

# One line per container for the bundle, because the runner has no access to the container engine.
containers() {
  local id image digest
  for id in $(docker compose --profile '*' ps -q); do
    image=$(docker inspect -f '{{.Image}}' "$id")
    digest=$(docker image inspect -f '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$image")
    docker inspect -f "{{index .Config.Labels \"com.docker.compose.service\"}}|{{.Id}}|{{.Config.Image}}|$digest|{{.HostConfig.NanoCpus}}|{{.HostConfig.Memory}}" "$id"
  done
}

# Bash 4.3 and older, as on macOS, treat an empty list as an unset variable.
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

# One run at a time: containers are recreated if settings or delay differ from the run before.
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
      # A failed cell does not keep the next run from starting.
      code=0
      runner bench study || code=$?
      ((code <= 1)) || exit "$code"
      ((code == 0)) || touch "$log.failed"
    )
    # The next runs resume the study that the first has begun, with the options recorded there.
    export RESUME=${RESUME:-$(newest_run)}
    passed=(-e RESUME)
    [[ -z ${TARGET_JVM_ARGS-} ]] || passed+=(-e TARGET_JVM_ARGS)
  done
  [[ ! -e $log.failed ]]
}

# Each study is a command of its own: one that fails does not stop the others, but Ctrl-C does.
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

# Load on one target, which the dashboard shows.
by_hand() {
  [[ ${SCENARIO-} =~ ^[a-z0-9-]+$ && -e k6/$SCENARIO.js ]] || { echo "SCENARIO=${SCENARIO-}: accepted is a script of k6/, such as read" >&2; exit 2; }
  local name variables=() terminal=(-T)
  [[ ! -t 0 || ! -t 1 ]] || terminal=()
  for name in TARGET PROFILE VUS_START VUS_STEP STAGES STAGE_SECONDS; do
    [[ -z ${!name-} ]] || variables+=(-e "$name=${!name}")
  done
  # Bash 4.3 and older treat an empty list as an unset variable.
  docker compose run --rm ${terminal[@]+"${terminal[@]}"} k6 run "/k6/$SCENARIO.js" ${variables[@]+"${variables[@]}"}
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
    if [[ -n ${TARGETS-}${SETTINGS-}${DB_RTT_MS-} ]] || has_options; then plan up; fi
    leave_mongo_out
    start
    docker compose ps
    echo 'load that the dashboard shows: make k6 SCENARIO=read TARGET=mvc'
    ;;
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
