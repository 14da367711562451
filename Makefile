SHELL = /usr/bin/env bash -o pipefail
.SHELLFLAGS = -ec
.DEFAULT_GOAL := help
.SUFFIXES:

# Knobs reach the runner through the environment; it refuses unknown ones and says what is accepted.
export

runner := node bench/cli.js
modules := bench/node_modules/.package-lock.json

##@ Measure

.PHONY: compare
compare: $(modules) ## Run every target × scenario and write a report. PROFILE=smoke|quick|rigorous|seed TARGETS=mvc,… BASELINE=mvc SCENARIOS=read,… ROUNDS=10|until:0.03 ROUNDS_MAX=30 WARMUP_MAX= SEED= TARGET_CPUS= RESUME=<run-id> LIVE=k6
	@$(runner) compare

.PHONY: calibrate
calibrate: $(modules) ## Measure one target against itself: the noise floor of this machine, which comparisons show. TARGET=mvc SCENARIOS= PROFILE= ROUNDS=5
	@$(runner) calibrate

.PHONY: report
report: $(modules) ## Make the report again from a bundle. RUN=<run-id>, the newest by default; BASELINE=mvc
	@$(runner) report

.PHONY: diff
diff: $(modules) ## Compare two runs: what differs between their environments, and what that changed. A=<run-id> B=<run-id>
	@$(runner) diff

.PHONY: verify
verify: $(modules) ## Prove that all targets do the same work: answers, SQL statements, CPU. TARGETS= SCENARIOS=
	@$(runner) verify

.PHONY: bench-output
bench-output: $(modules) ## Measure what the rollup output costs k6, beside no output and k6's own InfluxDB output
	@$(runner) bench-output

##@ Look around

.PHONY: up
up: $(modules) ## Start services and targets without load, for k6 by hand. TARGETS= TARGET_CPUS=
	@$(runner) up

.PHONY: down
down: $(modules) ## Stop what `make up` started
	@$(runner) down

.PHONY: setup
setup: $(modules) ## Fetch and build what is missing; nothing needs the network afterwards
	@$(runner) setup

##@ Develop

.PHONY: test
test: $(modules) ## All tests: Java, Go, JavaScript, k6 scripts, a smoke comparison end to end, its report in a browser
	@$(runner) test

.PHONY: lint
lint: $(modules) ## All linters and formatters, as checks
	@$(runner) lint

.PHONY: format
format: $(modules) ## Format the sources in place
	@$(runner) format

##@ Help

.PHONY: help
help: ## This list
	@awk 'BEGIN { FS = ":.*## " } /^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

$(modules): bench/package.json bench/package-lock.json
	@command -v npm >/dev/null || { echo 'npm is missing: install Node.js 20 or newer' >&2; exit 1; }
	@echo 'installing the npm packages of bench/'
	@cd bench && npm ci --no-audit --no-fund --loglevel=error
	@touch $@
