# Every target does its own set-up. Plain Debian with python3, python3-venv, git and make is enough.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
# What the tests run for real: a broker and a browser (with certutil, to trust an authority), and the firmware in an emulated chip.
TEST_PACKAGES := mosquitto chromium openssl libnss3-tools
SYSTEM_PACKAGES := gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev pcscd libpcsclite-dev
LONG_PACKAGES := clang
# SMARTTABLE_NO_SYSTEM=1 leaves out what needs compilers and emulators.
ifeq ($(SMARTTABLE_NO_SYSTEM),1)
PACKAGES := $(TEST_PACKAGES)
LEFT_OUT := and not system
else
PACKAGES := $(TEST_PACKAGES) $(SYSTEM_PACKAGES)
PCSC_STAMP := $(VENV)/.installed-pcsc
endif

.PHONY: demo test test-long mutants check bench pictures system-packages clean

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(DEV_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@

ifdef PCSC_STAMP
# pyscard is built here: it needs a compiler and the headers of PC/SC.
$(PCSC_STAMP): $(DEV_STAMP) | system-packages
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev,pcsc]"
	touch $@
endif

# A club evening on this machine: no root and no network needed once set up.
demo: $(STAMP)
	$(BIN)/smarttable demo $(DEMO)

# Debian packages that only the tests need; as root, or through sudo.
system-packages:
	@missing=""; \
	for package in $(PACKAGES); do \
	  command -v $$package >/dev/null || [ -x /usr/sbin/$$package ] || \
	    dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null | grep -qx installed || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing$$missing for the tests"; \
	  as_root=""; [ "$$(id -u)" = 0 ] || as_root="sudo"; \
	  $$as_root sh -c "printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	    status=\$$?; rm -f /usr/sbin/policy-rc.d; exit \$$status" >/dev/null; \
	fi

check: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: $(DEV_STAMP) system-packages $(PCSC_STAMP) check
	$(BIN)/python docs/formats/lint_cases.py tests/cases
	$(BIN)/pytest -m "not long $(LEFT_OUT)" -n 3 --dist loadfile --no-loadscope-reorder

test-long: PACKAGES += $(LONG_PACKAGES)
test-long: $(DEV_STAMP) system-packages $(PCSC_STAMP)
	$(BIN)/pytest -m long

# Mutants of the Laws and the table, drawn by a seed, each run against the tests that cover it (CONTRIBUTING.md).
SAMPLE ?= 600
ROWS ?= 120
SEED ?= 20
mutants: $(DEV_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[mutation]"
	PYTHONPATH=tests $(BIN)/pytest -p mutation.loop -o timeout=0 -m "not long" tests/table tests/laws \
	  --ignore tests/laws/test_coverage.py --ignore-glob "tests/table/test_any_*" --ignore-glob "tests/table/test_stories*" \
	  --ignore tests/table/test_told_otherwise.py --ignore tests/table/test_rests_on.py \
	  --ignore tests/table/test_reach_of_stories.py --mutants $(SAMPLE) --rows $(ROWS) --seed $(SEED) $(MUTANTS)

# The pictures of the README, taken anew from a real browser.
pictures: $(DEV_STAMP) system-packages
	$(BIN)/python -m tests.browser.pictures docs/pictures

bench: $(STAMP)
	$(BIN)/smarttable bench engine --json
	$(BIN)/smarttable bench latency --json
	$(BIN)/smarttable bench room --json

clean:
	rm -rf $(VENV) out .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
