# make run        sets everything up and shows what fewest does with today's game; ARGS="suggest crane=01200" passes on
# make serve      sets everything up and opens the page; ARGS="--port 8000 --no-open" passes on
# make test       sets everything up, checks the style and runs the tests but for the slow ones: two minutes on two cores
# make page       builds the page that needs no server: build/page/fewest.html, and build/page/site for static hosting
# make docs       sets everything up and builds the documentation site in build/site
# make test-slow  the same with all tests, in random order: under twenty minutes; it prints the seed, and SEED=123 gives the same order again
# make wheel      builds the wheel and the source for others into dist, the wheel from that source
PYTHON ?= python3
BIN := .venv/bin
CORE := CMakeLists.txt pyproject.toml $(wildcard src/core/*)

show = @printf '\n\# %s\n$$ $(BIN)/fewest %s\n' "$(1)" '$(2)' && $(BIN)/fewest $(2)

run: .venv/installed
	@$(BIN)/python -m compileall -q src/fewest  # a fast start, also where Python writes no bytecode by itself
ifdef ARGS
	@$(BIN)/fewest $(ARGS)
else
	$(call show,Today: the best first guesses,suggest --count 5)
	$(call show,SLATE has one yellow letter: the best second guesses,suggest slate=00010 --count 5)
	$(call show,Why CHURN: what each reply leaves,split churn slate=00010 --top 5)
	$(call show,All answers of today's list from SLATE on,prove --edition nyt-2023 --opener slate)
	@printf '\nThe page: make serve opens http://127.0.0.1:8484/\nIn this terminal: %s\n' '$(BIN)/fewest assist'
endif

serve: .venv/served
	@$(BIN)/fewest serve $(ARGS) || test $$? = 130  # Ctrl-C

# Some tests wait for a browser or a process: four processes keep two cores busy.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses 4 --dist worksteal
ifndef SEED
SEED := $(shell date +%s)
endif

test: .venv/tested browser
	@$(MAKE) --no-print-directory --jobs 2 lint pytest

test-slow: .venv/tested .venv/documented browser page
	@$(MAKE) --no-print-directory --jobs 2 lint pytest-all

pytest: .venv/tested wasm
	@$(PYTEST) -m 'not slow' -p no:schemathesis </dev/null

pytest-all: .venv/tested .venv/documented wasm
	@echo 'All tests in random order, SEED=$(SEED)'
	@FEWEST_EXAMPLES=all $(PYTEST) --random-order-bucket global --random-order-seed $(SEED) </dev/null

# The tests of the page want a Chromium; whoever may install one gets it, others see those tests skipped.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	{ test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq --yes install chromium >/dev/null; } || \
	echo 'There is no chromium, so the page is not tested in a browser.'

lint: .venv/tested node_modules/.installed
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/clang-format --dry-run --Werror src/core/* tests/core/*.cpp
	@$(BIN)/zizmor --offline --quiet --format github .github
	@$(BIN)/node node_modules/@biomejs/biome/bin/biome check --error-on-warnings >/dev/null
	@$(BIN)/python tools/api_types.py build/page/api.d.ts
	@$(BIN)/node node_modules/typescript/bin/tsc
	@$(foreach file,$(VENDORED),cmp node_modules/$(file) $(VENDOR)/$(subst dist/,,$(file)) &&) true

# The libraries of the page, copied from their packages.
VENDOR := src/fewest/web/static/vendor
VENDORED := preact/dist/preact.mjs preact/LICENSE htm/dist/htm.mjs htm/LICENSE
vendor: node_modules/.installed
	@$(foreach file,$(VENDORED),cp node_modules/$(file) $(VENDOR)/$(subst dist/,,$(file)) &&) true

# The core for the engine in the browser: build/page/fewest.wasm.
wasm: .venv/tested
	@$(BIN)/python tools/build_wasm.py >/dev/null

# The lessons in examples, run and stored with what they show.
notebooks: .venv/tested
	@$(BIN)/python tools/run_notebooks.py

# The documentation site, in build/site; a link or an anchor that leads nowhere is an error.
docs: .venv/documented page
	@$(BIN)/python tools/build_site.py

# The page that needs no server; fewest page and the wheel have the same file.
page: .venv/tested node_modules/.installed
	@$(BIN)/python tools/build_page.py
	@cp build/page/fewest.html src/fewest/web/

bench: .venv/tested
	$(BIN)/python bench/evaluate.py

# How many positions the search looks into for fixed questions, stored anew; for changes that mean to alter it.
signature: .venv/tested
	$(BIN)/python -m tests.signature

# Every published optimum over all openers, and a sample of the shipped values: an hour or more. PROOFS="original tables"
# chooses.
proofs: .venv/installed
	$(BIN)/python bench/proofs.py $(PROOFS)

# The wheel is for this system and this Python, or for Python 3.12 and newer.
wheel: .venv/installed page
	@$(BIN)/python -m pip install --quiet build
	@rm -f dist/fewest-*
	@$(BIN)/python -m build --quiet --outdir dist
	@ls dist

# The core's tests under the sanitizers of addresses, of undefined behaviour and of threads, and with all invariants of
# the search checked: about ten minutes.
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

# The tools that check the page; node itself comes with the packages for lint.
node_modules/.installed: package.json package-lock.json | .venv/tested
	@$(BIN)/npm ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

clean:
	rm -rf .cache .venv build dist node_modules

.PHONY: run serve test test-slow pytest pytest-all browser lint vendor wasm notebooks docs page bench signature proofs wheel sanitize clean
