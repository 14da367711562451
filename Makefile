# What is given on the command line is text: make would run a '$(shell …)' in it, or put nothing in its place, when it exports it.
$(foreach name,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(name)))),$(eval override $(name) := $$(value $(name)))))

SHELL = /usr/bin/env bash -o pipefail
.SHELLFLAGS = -ec
.DEFAULT_GOAL := help
.SUFFIXES:

# Options reach the runner through the environment. It refuses unknown ones and lists the accepted ones.
export

override native := node bench/cli.ts
# Where `node` is too old for TypeScript, a newer one lies there.
export PATH := $(CURDIR)/bench/node_modules/.bin:$(PATH)
override modules := bench/node_modules/.package-lock.json

# Also text if it is from the environment.
override ENGINE := $(strip $(value ENGINE))
ifneq ($(filter-out docker kubernetes native,$(ENGINE))$(word 2,$(ENGINE)),)
$(error ENGINE=$(ENGINE): accepted: docker, kubernetes, native)
endif
# Commands that need no engine: they do not query Docker.
override on_host := help setup submit check-submission published dashboard test test-compose test-kubernetes test-faults lint format $(modules)
ifneq ($(filter-out $(on_host),$(or $(MAKECMDGOALS),help)),)
# Containers if Docker answers, else plain processes. Podman's `docker` is none: it reports no version of a server. ENGINE=docker|kubernetes|native overrides that; an empty ENGINE= counts as not given.
override ENGINE := $(or $(ENGINE),$(shell docker compose version >/dev/null 2>&1 && docker info --format '{{.ServerVersion}}' 2>/dev/null | grep -q . && echo docker || echo native))
endif
override runner := $(if $(filter docker,$(ENGINE)),bench/engines/docker/run.sh,$(native))
# Containers need no npm packages on this machine.
override packages := $(if $(filter docker,$(ENGINE)),,$(modules))

##@ Measure

.PHONY: compare
compare: $(packages) ## Measure every target × scenario of the core and write a report
	@$(runner) compare

.PHONY: ab
ab: $(modules) ## Compare variants of a service of your own: FILE=my-service.yaml
	@ENGINE=native $(native) ab

.PHONY: profile
profile: $(modules) ## Say where the CPU of a request goes: TARGETS=mvc,mvc-jpa SCENARIO=read
	@ENGINE=native $(native) profile

.PHONY: calibrate
calibrate: $(modules) ## Measure this machine's noise floor: run one target against itself
	@$(native) calibrate

.PHONY: sweep
sweep: $(modules) ## Measure one target under several values of a knob: OVER=pool
	@$(native) sweep

.PHONY: startup
startup: $(modules) ## Start targets again and again: time to the first answer, memory at rest
	@$(native) startup

.PHONY: capacity
capacity: $(packages) ## Search the highest request rate that each target answers in time
	@$(runner) capacity

.PHONY: connections
connections: $(packages) ## Hold thousands of connections: memory per connection, and a user beside them
	@$(runner) connections

.PHONY: study
study: $(packages) ## Repeat a published study, and judge its conclusions: STUDY=S0
	@$(runner) study

.PHONY: studies
studies: $(packages) ## Repeat all studies, one after the other
	@$(runner) studies

.PHONY: report
report: $(packages) ## Write the report of a run again
	@$(runner) report

.PHONY: diff
diff: $(packages) ## Compare two runs: their environments, then their results
	@$(runner) diff

.PHONY: verify
verify: $(packages) ## Prove that all targets do the same work: answers, SQL statements, CPU
	@$(runner) verify

##@ Publish

.PHONY: submit
submit: $(modules) ## Put a run into published/, small and without private names: RUN=<id>
	@$(native) submit

.PHONY: check-submission
check-submission: $(modules) ## Recompute every figure of a published run: DIR=published/<id>
	@$(native) check-submission

# It is a folder, too: without .PHONY there would be nothing to do.
.PHONY: published
published: $(modules) ## Make index.html and figures in published/ again
	@$(native) published

##@ Look around

.PHONY: up
up: $(packages) ## Start services and targets without load
	@$(runner) up

.PHONY: k6
k6: $(packages) ## Load one target with the project's own k6: SCENARIO=read TARGET=mvc
	@$(runner) k6

.PHONY: dashboard
dashboard: $(modules) ## Show an old run in Grafana again: RUN=<id>
	@$(native) dashboard

.PHONY: down
down: $(packages) ## Stop what `make up` or a run left up; keep the containers' data
	@$(runner) down

.PHONY: clean
clean: ## Remove the containers and, after asking, their data
	@$(if $(filter docker,$(ENGINE)),$(runner) clean,echo 'nothing to remove: plain processes keep no data')

.PHONY: setup
setup: $(modules) ## Fetch and build what is missing; later runs need no network
	@$(native) setup

.PHONY: doctor
doctor: $(modules) ## Tell what was found on this machine, what a run would use, what is missing
	@$(native) doctor

##@ Develop

.PHONY: test
test: $(modules) ## Run all tests, with a smoke comparison from end to end
	@$(native) test

.PHONY: test-faults
test-faults: $(modules) ## Kill and stop every part of a run in every phase: about 25 minutes
	@$(native) test-faults

.PHONY: test-compose
test-compose: $(modules) ## Test the packaged stack on Docker; removes the stack and all its data
	@$(native) test-compose

.PHONY: test-kubernetes
test-kubernetes: $(modules) ## Test ENGINE=kubernetes on the cluster of KUBECONFIG, which has the images
	@$(native) test-kubernetes

.PHONY: lint
lint: $(modules) ## Run all linters and check the formatting
	@$(native) lint

.PHONY: format
format: $(modules) ## Format the sources and write the derived files
	@$(native) format

##@ Help

.PHONY: help
help: ## Show this list
	@awk 'BEGIN { FS = ":.*## " } /^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile
	@printf '\n%s\n' 'Options, such as PROFILE=smoke, and how long each command takes: docs/usage.md'

$(modules): bench/package.json bench/package-lock.json
	@for program in node npm; do command -v $$program >/dev/null || { echo "$$program is missing: install Node.js 20.10 or newer with npm" >&2; exit 2; }; done
	@node bench/dev/node-version.cjs
	@echo 'installing the npm packages of bench/'
	@cd ./bench && npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error
	@node bench/dev/node-version.cjs install
	@touch $@
