SHELL = /usr/bin/env bash -o pipefail
.SHELLFLAGS = -ec
.DEFAULT_GOAL := help
.SUFFIXES:

# Knobs reach the runner through the environment; it refuses unknown ones and says what is accepted.
export

# Containers where a Docker engine answers, else plain processes; ENGINE=docker|native overrides, and an empty ENGINE= is none given.
override ENGINE := $(or $(ENGINE),$(shell docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1 && echo docker || echo native))
modules := bench/node_modules/.package-lock.json
native := node bench/cli.js
runner := $(if $(filter docker,$(ENGINE)),bench/engines/docker/stack.sh,$(native))
# Containers need no packages on this machine.
packages := $(if $(filter docker,$(ENGINE)),,$(modules))

##@ Measure

.PHONY: compare
compare: $(packages) ## Run every target × scenario of the core and write a report. PROFILE=smoke|quick|rigorous|seed TARGETS=mvc,…|all BASELINE=mvc SCENARIOS=read,…|all SETTINGS=S1 DB_RTT_MS=170 ROUNDS=10|until:0.03 ROUNDS_MAX=30 WARMUP_MAX= SEED= RESUME=<run-id> LIVE=k6; what targets and k6 are given: TARGET_CPUS= TARGET_POOL_SIZE= TARGET_JVM_ARGS= GENERATOR_CPUS=
	@$(runner) compare

.PHONY: calibrate
calibrate: $(modules) ## Measure one target against itself: the noise floor of this machine, which comparisons show. TARGET=mvc SCENARIOS= PROFILE= ROUNDS=5
	@$(native) calibrate

.PHONY: capacity
capacity: $(packages) ## Search the highest request rate that each target answers in time. SLO_P99_MS=100 TARGETS= SCENARIOS= SEED= TARGET_CPUS= WARMUP_MAX= RATE_SECONDS=10 SETTINGS= DB_RTT_MS=
	@$(runner) capacity

.PHONY: study
study: $(packages) ## Measure a published experiment again: theirs, ours, and whether its conclusions hold. STUDY=S0|S0-yield|S0-far|S1|S2|S3|S4 PROFILE=quick|rigorous|… ROUNDS= SCENARIOS= SEED= TARGET_CPUS= WARMUP_MAX= RESUME=<run-id> RUN=<run-id> LIVE=k6
	@$(runner) study

.PHONY: studies
studies: $(packages) ## All of them one after the other, and one page with all. PROFILE=quick ROUNDS= SEED= TARGET_CPUS= WARMUP_MAX= LIVE=k6
	@$(runner) studies

.PHONY: report
report: $(packages) ## Make the report again from a bundle. RUN=<run-id>, the newest by default; BASELINE=mvc
	@$(runner) report

.PHONY: diff
diff: $(packages) ## Compare two runs: what differs between their environments, and what that changed. A=<run-id> B=<run-id>
	@$(runner) diff

.PHONY: verify
verify: $(packages) ## Prove that all targets do the same work, in every scenario they fit: answers, SQL statements, CPU. TARGETS= SCENARIOS=
	@$(runner) verify

.PHONY: bench-output
bench-output: $(modules) ## Measure what the rollup output costs k6, beside no output and k6's own InfluxDB output
	@$(native) bench-output

##@ Look around

.PHONY: up
up: $(packages) ## Start services and targets without load, for k6 by hand. TARGETS=mvc,…|all TARGET_CPUS= SETTINGS= DB_RTT_MS=
	@$(runner) up

.PHONY: down
down: $(packages) ## Stop what `make up` started; the containers' data are kept
	@$(runner) down

.PHONY: clean
clean: ## Remove the containers and, after asking, their data
	@$(if $(filter docker,$(ENGINE)),$(runner) clean,echo 'nothing to remove: plain processes keep no data')

.PHONY: setup
setup: $(modules) ## Fetch and build what is missing; no measurement needs the network afterwards
	@$(native) setup

##@ Develop

.PHONY: test
test: $(modules) ## All tests: Java, Go, JavaScript, k6 scripts, a smoke comparison end to end, its report in a browser
	@$(native) test

.PHONY: test-compose
test-compose: $(modules) ## The packaged stack on this machine's Docker engine: limits, hardening, a smoke comparison, faults. Removes the stack and its data
	@$(native) test-compose

.PHONY: lint
lint: $(modules) ## All linters and formatters, as checks
	@$(native) lint

.PHONY: format
format: $(modules) ## Format the sources in place
	@$(native) format

##@ Help

.PHONY: help
help: ## This list
	@awk 'BEGIN { FS = ":.*## " } /^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

$(modules): bench/package.json bench/package-lock.json
	@for program in node npm; do command -v $$program >/dev/null || { echo "$$program is missing: install Node.js 20.10 or newer with npm" >&2; exit 2; }; done
	@node bench/dev/node-version.cjs
	@echo 'installing the npm packages of bench/'
	@cd bench && npm ci --include=dev --no-audit --no-fund --loglevel=error
	@touch $@
