# Two commands matter: `make run` and `make test`. `make help` lists the others.
# Needs Python 3.11 or newer and make; everything else goes into .venv. Works with GNU make 3.81 and newer.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# The Python that makes .venv: the first one here that is new enough. Another one: make run PYTHON=/path/to/python
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# What to add to a command: make run ARGS="--port 8080", make test PYTEST="-k money"
ARGS ?=
PYTEST ?=
# How many tests run at a time: one more than there are processors, as tests in the browser often wait for it
JOBS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1 )))

CHECKED := scorekeeper tests migrations hatch_build.py
PO := $(wildcard scorekeeper/translations/*/LC_MESSAGES/*.po)
MO := $(PO:.po=.mo)

.PHONY: help run dev test check lint format bench messages translations browser lock build clean

help: ## list what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/.package translations ## set up what is missing and serve (ARGS="--port 8080" adds options)
	@exec $(BIN)/scorekeeper serve $(ARGS)

dev: $(VENV)/.dev translations ## set up .venv for development

test: check ## set up what is missing (a browser too) and check everything

check: dev browser lint ## format, lint, types, import contracts and all tests (PYTEST="-k money" adds options)
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal $(PYTEST)

lint: dev ## format, lint, types and import contracts alone
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

format: dev ## put the code into its form and mend what can be mended
	$(BIN)/ruff check --fix-only --quiet $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

bench: dev ## measure against bare Flask, side by side
	$(BIN)/python -m tests.bench $(ARGS)

browser: dev ## find a browser for the tests, or install one
	@$(BIN)/python -m tests.e2e.browser

messages: dev ## collect the words to translate (LOCALE=de adds a language)
	@mkdir -p build
	$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --output-file build/messages.pot \
		--keywords "_ gettext ngettext:1,2 lazy_gettext say:1 say_many:1,2" --no-default-keywords \
		--sort-by-file --no-location --add-comments "Translators:" --strip-comment-tags \
		--project scorekeeper --copyright-holder "Scorekeeper contributors" .
	$(if $(LOCALE),test -e scorekeeper/translations/$(LOCALE)/LC_MESSAGES/messages.po || $(BIN)/pybabel --quiet init \
		--input-file build/messages.pot --output-dir scorekeeper/translations --locale $(LOCALE))
	$(if $(PO)$(LOCALE),$(BIN)/pybabel --quiet update --ignore-pot-creation-date \
		--input-file build/messages.pot --output-dir scorekeeper/translations)

lock: dev ## bring the lock files up to pyproject.toml (UPGRADE=1: newest releases of everything)
	$(LOCK) --output-file requirements.txt pyproject.toml
	$(LOCK) --output-file requirements-build.txt --constraint requirements.txt --group build
	$(LOCK) --output-file requirements-dev.txt --constraint requirements.txt --constraint requirements-build.txt \
		pyproject.toml --group dev
# For every system and every Python we support, with hashes, and without a word about where it was fetched.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

build: dev ## build the sdist and the wheel into dist/
	$(BIN)/python -m build --no-isolation --outdir dist

clean: ## remove everything made by make, and nothing else (databases stay)
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache test-results
	rm -f scorekeeper/translations/*/LC_MESSAGES/*.mo
	find $(wildcard $(CHECKED)) -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. A file in .venv says when each step was last done, so that the next time it is done only if needed.

# Made again where its Python is gone (upgraded, or uninstalled).
$(shell test -x $(BIN)/python || rm -f $(VENV)/.made)

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Scorekeeper needs Python 3.11 or newer, and found none here." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Scorekeeper needs Python 3.11 or newer; $(PYTHON) is not one." >&2; exit 1; }
	@echo "Setting up $(VENV) with $(PYTHON) …"
	@"$(PYTHON)" -m venv --clear $(VENV) || { echo "Python could not make a virtual environment. On Debian and \
	Ubuntu, first install the package python3-venv." >&2; rm -rf $(VENV); exit 1; }
	@touch $@

$(VENV)/.runtime: requirements.txt requirements-build.txt $(VENV)/.made
	$(PIP) install --require-hashes --requirement requirements.txt --requirement requirements-build.txt
	@touch $@

# Editable, and one path only: nothing of the package is copied, so nothing can be stale.
$(VENV)/.package: pyproject.toml hatch_build.py $(VENV)/.runtime
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.package
	$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@

translations: $(MO)

$(MO): %.mo: %.po hatch_build.py | $(VENV)/.runtime
	@$(BIN)/python hatch_build.py
	@touch $@
