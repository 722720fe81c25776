# Elver: `make demo` swims, `make test` proves, `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SITE   := build/site
REPORTS ?= verify
FUZZ_SECONDS ?= 3600
FUZZ_SEED    ?= 1
FUZZ_FILES   ?= 1000000
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# A new environment holds no compiled modules: unless they are kept, every process of the tests compiles them again.
unexport PYTHONDONTWRITEBYTECODE

PAGE ?= eel

.PHONY: help demo open site test long browser fuzz fuzz-files lint format scull kernels bench verify docs page page-check clean

help:
	@echo "make demo    environment, then the eel swims 30 s: summary, figures and data in demo/"
	@echo "make open    the eel's live page in the browser, from a plain clone (PAGE=moth, scull-rowing, ...: docs/pages)"
	@echo "make test    environment with everything the tests need, then all tests"
	@echo "make browser the live page and the studio in Chromium and Firefox, where they are installed (minutes)"
	@echo "make fuzz    attacks of every kind for an hour (FUZZ_SECONDS=3600, FUZZ_SEED=1)"
	@echo "make fuzz-files  a million scenario files of strangers (FUZZ_FILES=1000000, FUZZ_SEED=1)"
	@echo "make lint    style and types"
	@echo "make scull   the shipped hull coefficients made again and compared (minutes)"
	@echo "make kernels the shipped code of the compiled loops made again (two minutes)"
	@echo "make verify  published numbers against the simulator"
	@echo "make bench   benchmarks against the rivals (minutes)"
	@echo "make docs    the site: pages, gallery, reference, reports (minutes; REPORTS= leaves the reports out)"
	@echo "make site    a landing page, the documentation, live pages and reports as one folder to publish (REPORTS= as for docs)"
	@echo "make page    the live page's scripts bundled again (needs Node); make page-check compares"
	@echo "make clean   remove the environment and all outputs"

$(VENV)/.stamp-base: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[figures]"
	@touch $@

$(VENV)/.stamp-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[dev]"
	@touch $@ $(VENV)/.stamp-base

$(VENV)/.stamp-docs: $(VENV)/.stamp-base
	$(BIN)/python -m pip install --quiet --editable ".[docs]"
	@touch $@

demo: $(VENV)/.stamp-base
	$(BIN)/elver run eel --set water.law=kirchhoff --out demo --force --animate gif
	@echo "(with the added-mass law that conserves energy; the paper's own, the default of the scenario, creates some: docs/models/morison.md)"

open:
	$(PYTHON) -c "import pathlib, webbrowser as w; p = pathlib.Path('docs/pages/$(PAGE).html').resolve(strict=True).as_uri(); print(p); w.open(p)"

test: $(VENV)/.stamp-dev
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder --durations 8

long: $(VENV)/.stamp-dev
	ELVER_HYPOTHESIS=search $(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m long

browser: $(VENV)/.stamp-dev
	$(BIN)/python -m pytest tests/browser -m "browser or not browser" --durations 8

fuzz: $(VENV)/.stamp-dev
	$(BIN)/python -m fuzz --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED)

fuzz-files: $(VENV)/.stamp-dev
	$(BIN)/python -m fuzz.many --count $(FUZZ_FILES) --seed $(FUZZ_SEED)

lint: $(VENV)/.stamp-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.stamp-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

scull: $(VENV)/.stamp-dev
	ELVER_SLOW=1 $(BIN)/python -m pytest tests/forces/hulls/test_recipe.py

kernels: $(VENV)/.stamp-dev
	$(BIN)/python -m elver._make_kernels

verify: $(VENV)/.stamp-base
	$(BIN)/elver verify

$(SITE)/reports/.stamp: $(shell find src -name '*.py') | $(VENV)/.stamp-docs
	$(BIN)/python docs/make_reports.py $(SITE)/reports
	@touch $@

docs: $(VENV)/.stamp-docs $(if $(REPORTS),$(SITE)/reports/.stamp)
	ELVER_REPORTS=$(if $(REPORTS),$(abspath $(SITE)/reports)) $(BIN)/python -m sphinx -b html -E -a -n -W --keep-going -q docs $(SITE)/html
	@echo "the site lies in $(SITE)/html: open $(abspath $(SITE)/html/index.html)"

site: docs
	$(BIN)/python docs/make_site.py $(SITE)/html $(SITE)/public
	@echo "to publish: $(SITE)/public; open $(abspath $(SITE)/public/index.html)"

bench: $(VENV)/.stamp-dev
	$(BIN)/python benchmarks/dynamics.py
	$(BIN)/python benchmarks/eel.py
	$(BIN)/python benchmarks/gradient.py
	$(BIN)/python benchmarks/scaling.py
	$(BIN)/python benchmarks/batch.py
	$(BIN)/python benchmarks/control.py
	$(BIN)/python benchmarks/contact.py
	$(BIN)/python benchmarks/moth.py
	$(BIN)/python benchmarks/scull.py
	$(BIN)/python benchmarks/waves.py
	$(BIN)/python benchmarks/neuro.py
	$(BIN)/python benchmarks/export.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/swimmer.py
	$(BIN)/python benchmarks/sweep.py
	$(BIN)/python benchmarks/page.py

web/node_modules/.stamp-npm: web/package-lock.json
	cd web && npm ci --no-fund --no-audit
	@touch $@

page: web/node_modules/.stamp-npm
	cd web && node build.mjs

page-check: web/node_modules/.stamp-npm
	cd web && node build.mjs --check && node --test tests/

clean:
	rm -rf $(VENV) web/node_modules $(SITE) docs/api demo runs .pytest_cache .ruff_cache .mypy_cache .hypothesis
