# make run        installs fewest and shows some commands for today's game; ARGS="suggest crane=01200" runs another
# make serve      installs fewest and opens the page; ARGS="--port 8000 --no-open" adds options
# make test       checks the style and runs all tests except the slow ones: two minutes on two cores
# make test-slow  checks the style and runs all tests in random order: under twenty minutes; SEED=123 repeats an order
# make page       builds the page without a server: build/page/fewest.html, and build/page/site for static hosting
# make docs       builds the documentation site in build/site
# make wheel      builds the source distribution, and from it the wheel, into dist
PYTHON ?= python3
BIN := .venv/bin
CORE := CMakeLists.txt pyproject.toml $(wildcard src/core/*)

show = @printf '\n\# %s\n$$ $(BIN)/fewest %s\n' "$(1)" '$(2)' && $(BIN)/fewest $(2)

run: .venv/installed
	@$(BIN)/python -m compileall -q src/fewest  # a fast first start
ifdef ARGS
	@$(BIN)/fewest $(ARGS)
else
	$(call show,Today: the best first guesses,suggest --count 5)
	$(call show,SLATE has one yellow letter: the best second guesses,suggest slate=00010 --count 5)
	$(call show,Why CHURN: what each reply leaves,split churn slate=00010 --top 5)
	$(call show,Perfect play of all answers of today's list after SLATE,prove --edition nyt-2023 --opener slate)
	@printf '\nOn a page: make serve\nIn this terminal: %s\n' '$(BIN)/fewest assist'
endif

serve: .venv/served
	@$(BIN)/fewest serve $(ARGS) || test $$? = 130  # Ctrl-C

# Four processes for two cores, because some tests wait for a browser or another process.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses 4 --dist worksteal
ifndef SEED
SEED := $(shell date +%s)
endif

test: .venv/tested browser
	@$(MAKE) --no-print-directory --jobs 2 lint pytest

test-slow: .venv/tested .venv/documented browser page
	@$(MAKE) --no-print-directory --jobs 2 lint pytest-all

# A test that takes too long ends its process without a word, so the stacks of its threads are shown shortly before.
pytest: .venv/tested wasm
	@$(PYTEST) -m 'not slow' -p no:schemathesis -o faulthandler_timeout=115 </dev/null

pytest-all: .venv/tested .venv/documented wasm
	@echo 'All tests in random order, SEED=$(SEED)'
	@FEWEST_EXAMPLES=all $(PYTEST) --random-order-bucket global --random-order-seed $(SEED) </dev/null

# Installs Chromium for the tests of the page if this user may; otherwise those tests are skipped.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	{ test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq --yes install chromium >/dev/null; } || \
	echo 'Chromium is missing: the tests of the page in a browser are skipped.'

lint: .venv/tested node_modules/.installed
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/python tools/check_wording.py
	@$(BIN)/clang-format --dry-run --Werror src/core/* tests/core/*.cpp
	@$(BIN)/zizmor --offline --quiet --format github .github
	@$(BIN)/node node_modules/@biomejs/biome/bin/biome check --error-on-warnings >/dev/null
	@$(BIN)/python tools/api_types.py build/page/api.d.ts
	@$(BIN)/node node_modules/typescript/bin/tsc
	@$(foreach file,$(VENDORED),cmp node_modules/$(file) $(VENDOR)/$(subst dist/,,$(file)) &&) true

# Copies the libraries of the page from their packages.
VENDOR := src/fewest/web/static/vendor
VENDORED := preact/dist/preact.mjs preact/LICENSE htm/dist/htm.mjs htm/LICENSE
vendor: node_modules/.installed
	@$(foreach file,$(VENDORED),cp node_modules/$(file) $(VENDOR)/$(subst dist/,,$(file)) &&) true

# Compiles the core for the engine in the browser: build/page/fewest.wasm.
wasm: .venv/tested
	@$(BIN)/python tools/build_wasm.py >/dev/null

# Runs the notebooks in examples and stores their output.
notebooks: .venv/tested
	@$(BIN)/python tools/run_notebooks.py

# Builds the documentation site in build/site; broken links are errors.
docs: .venv/documented page
	@$(BIN)/python tools/build_site.py

# Builds the page without a server, which is also part of the wheel (fewest page).
page: .venv/tested node_modules/.installed
	@$(BIN)/python tools/build_page.py
	@cp build/page/fewest.html src/fewest/web/

bench: .venv/tested
	$(BIN)/python bench/evaluate.py

# Updates the stored numbers of positions searched for fixed questions, after intended changes of the search.
signature: .venv/tested
	$(BIN)/python -m tests.signature

# Proves every published optimum over all openers, and a sample of the shipped values: an hour or more.
# PROOFS="original tables" selects some.
proofs: .venv/installed
	$(BIN)/python bench/proofs.py $(PROOFS)

# Checks published values with tools/referee.cpp, a second prover that shares no code with the search: minutes.
# PROOFS="original-hard nyt-2023" selects others, PROOFS=--help lists all.
referee: .venv/installed
	@$(BIN)/python tools/referee.py $(PROOFS)

# Builds a wheel for this system, for this Python or for Python 3.12 and newer.
wheel: .venv/installed page
	@$(BIN)/python -m pip install --quiet build
	@rm -f dist/fewest-*
	@$(BIN)/python -m build --quiet --outdir dist
	@ls dist

# Runs the tests of the core with the address, undefined-behaviour and thread sanitizers, and with checks of all
# invariants of the search: about ten minutes.
sanitize: .venv/tested
	$(BIN)/python -m pip install --quiet cmake nanobind ninja
	$(BIN)/python tests/sanitize.py

.venv/installed: $(CORE)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo 'Building fewest (about a minute the first time)...'
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/served: .venv/installed
	@$(BIN)/python -m pip install --quiet --editable '.[web]'
	@touch $@

.venv/tested: .venv/installed
	@$(BIN)/python -m pip install --quiet --group test --group lint
	@touch $@

.venv/documented: .venv/installed
	@$(BIN)/python -m pip install --quiet --group docs
	@touch $@

# Installs the tools that check the page; node comes with the lint group of Python packages.
node_modules/.installed: package.json package-lock.json | .venv/tested
	@$(BIN)/npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

clean:
	rm -rf .cache .venv build dist node_modules

.PHONY: run serve test test-slow pytest pytest-all browser lint vendor wasm notebooks docs page bench signature proofs referee wheel sanitize clean
