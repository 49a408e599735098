# Glass Table. `make play` starts the site on a machine with nothing but Python (with venv) and make;
# `make test` runs everything. Each step leaves a stamp beside what it made, so it runs again only when
# the lock file (or the source) it was made from has changed.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

PY := .venv/bin/python
UV := .venv/bin/uv
INSTALL = $(UV) pip install --quiet --python $(PY) --require-hashes -r
COMPILE = $(UV) pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-header --python-version 3.11
# What `make quick` runs; the markers are explained in pyproject.toml.
QUICK = not browser and not cluster and not service and not slow and not lengthy
QUICK_PYTEST = HYPOTHESIS_PROFILE=quick $(PY) -m pytest --quiet --durations=15 --ignore=tests/browser --ignore=tests/cluster

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play dev quick quick-checks quick-tests quick-database-tests coverage test test-slow check playthroughs browser-types format lock ready tools machine messages migrate

help: ## list the targets
	@echo "Glass Table. make <target>:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-15s %s\n", $$1, $$2 }'
	@echo "PORT=8000 HOST=127.0.0.1 choose the address (HOST=0.0.0.0: the local network);"
	@echo "DATABASE_URL and REDIS_URL the services (none needed)."

play: ready ## start the site; Ctrl-C stops it
	@exec $(PY) manage.py serve --host "$(HOST)" --port "$(PORT)"

dev: .venv/.runtime messages migrate static/vendor/.fetched ## start the site for development: debug, plain static files, restart on change
	@GLASS_DEBUG=1 GLASS_WARM_UP=0 exec $(PY) -m watchfiles --sigint-timeout 10 \
		"$(PY) manage.py serve --host $(HOST) --port $(PORT)" bots games project templates

quick: tools messages node_modules/.fetched ## lint, types and the quick tests: no root, no services, no browser, about a minute
	@$(MAKE) --no-print-directory --jobs=2 --output-sync quick-database-tests quick-checks quick-tests

quick-checks:
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

quick-tests:
	$(QUICK_PYTEST) -m "$(QUICK) and not database"

quick-database-tests:
	$(QUICK_PYTEST) -m "$(QUICK) and database"

coverage: tools messages ## print which branches of the pure packages the quick tests reach
	HYPOTHESIS_PROFILE=quick $(PY) -m coverage run --data-file=var/coverage -m pytest --quiet tests/games tests/bots -m "$(QUICK) and not database"
	$(PY) -m coverage report --data-file=var/coverage

test: machine tools messages static/vendor/.fetched check ## everything: checks, then all tests, two processes side by side
	$(PY) -m tests.side_by_side

test-slow: tools ## the tests that take minutes and are left out of `make test`
	$(PY) -m pytest --slow -m slow

check: tools node_modules/.fetched ## lint, format, types, layers, browser types
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m scripts.prettier --check
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo
	node_modules/@typescript/typescript-*/lib/tsc --project tsconfig.json

playthroughs: tools ## rewrite the golden games; review the diff
	$(PY) -m tests.games.playthrough

browser-types: tools ## rewrite the browser's types of events and actions, static/js/events.d.ts
	$(PY) -m scripts.event_types

format: tools node_modules/.fetched ## format Python files, scripts and style sheets, and fix what the linter can
	$(PY) -m ruff check --fix
	$(PY) -m ruff format
	$(PY) -m scripts.prettier --write

lock: .venv/.installer ## renew the lock files (they must hold no address)
	cd requirements && for name in installer node runtime test; do ../$(COMPILE) $$name.in -o $$name.txt || exit 1; done
	npm install --package-lock-only --omit-lockfile-registry-resolved
	! grep -n '"resolved"' package-lock.json
	! grep -n '://' requirements/*.txt

# --- steps -------------------------------------------------------------------------------------------

ready: .venv/.runtime messages migrate var/static/staticfiles.json

.venv/.installer: requirements/installer.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; choose one with PYTHON=, for instance: make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(PYTHON) scripts/machine.py python3-venv
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/installer.txt
	@touch $@

.venv/.runtime: requirements/runtime.txt .venv/.installer
	$(INSTALL) $<
	@touch $@

.venv/.test: requirements/test.txt .venv/.runtime
	$(INSTALL) $<
	@touch $@

tools: .venv/.test

# What only apt can give: the browser and the real services the tests run against.
machine: .venv/.installer
	@$(PY) scripts/machine.py chromium-headless-shell redis-server postgresql fonts-noto-cjk gettext

static/vendor/.fetched: package-lock.json scripts/modules.py project/importmap.py .venv/.runtime
	$(PY) -m scripts.modules vendor
	@touch $@

node_modules/.fetched: package-lock.json .venv/.runtime
	$(PY) -m scripts.modules develop
	@touch $@

messages: .venv/.runtime
	@$(PY) -m scripts.messages

migrate: .venv/.runtime
	@$(PY) manage.py migrate --noinput --skip-checks --verbosity 0

var/static/staticfiles.json: static/vendor/.fetched $(shell find static -type f 2>/dev/null)
	@$(PY) manage.py collectstatic --noinput --skip-checks --verbosity 0
