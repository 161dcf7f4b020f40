"""Limits for requests, connections, threads and caches."""

MAX_WORD_CHARACTERS = 32
"""Characters of a guess."""

MAX_CLUES = 20
"""Clues of a position."""

MAX_SUGGESTIONS = 100
"""Suggestions per request."""

MAX_LISTED_SECRETS = 500
"""Secrets that are listed of a position, or of one reply."""

MAX_MARGIN = 10.0
"""Guesses that a common word may take more than the best."""

MAX_KNOWN_WORDS = 1_000_000
"""Words that somebody knows."""

MAX_BOARDS = 16
"""Boards of one game."""

MAX_GUESSES = 40
"""Guesses of one game."""

MAX_STRATEGIES = 12
"""Strategies compared in one request."""

MAX_PASTED_CHARACTERS = 4_000
"""Characters of a pasted game."""

MAX_SEED = 2**31 - 1
"""The largest seed."""

MAX_BODY_BYTES = 16_384
"""Bytes of a request body; valid requests need far fewer."""

MAX_GAME_CHARACTERS = 80
"""Characters of a game and its options."""

MAX_GAME_PAIRS = 320_000_000
"""Pairs of a secret and a guess of a game; those of eight-place Nerdle are 314 million."""

MAX_SMALL_PAIRS = 1 << 26
"""Up to so many pairs a game is kept beside others; of larger ones there is one at a time."""

MAX_LIST_WORDS = 10_000
"""Words of somebody's own list."""

MAX_LIST_CHARACTERS = 100_000
"""Characters of somebody's own list."""

MAX_LIST_BODY_BYTES = 450_000
"""Bytes of a request with a list; a character takes up to four, in JSON six."""

BODY_SECONDS = 5.0
"""Time for a request body to arrive."""

PROOF_SECONDS = 30.0
"""The largest budget of a search for the best guess that somebody asks for."""

MAX_PROOF_SECRETS = 1_500
"""Secrets of a position for which the page offers such a search."""

TREE_SECONDS = 30.0
"""Time to build an optimal tree."""

COMPARE_SECONDS = 60.0
"""Time for one strategy to play all answers."""

CONVERGE_SECONDS = 20.0
"""Time for a search to improve its play."""

POOL_THREADS = 2
"""Threads each for requests that take less than a second, for searches within the usual budget, and for long ones."""

MAX_WAITING = 100
"""Requests of either kind but long searches that may wait for a thread; more are refused."""

MAX_WAITING_SEARCHES = 8
"""Long searches, or requests for other large tables, that may wait for a thread; more are refused."""

SWITCH_SECONDS = 0.0005
"""The thread switch interval of the interpreter; short, so that the event loop gets its turn soon."""

MAX_CONNECTIONS = 512
"""Open connections; while there are as many, requests are refused."""

MAX_HEAD_BYTES = 32_768
"""Bytes of a request before its body."""

IDLE_SECONDS = 10
"""Time that a connection may wait for its next request."""

SHUTDOWN_SECONDS = 6
"""Time for open connections to finish when the server shuts down; a body has arrived by then."""

MAX_CACHED_GAMES = 7
"""Games; each but today's has a table of up to MAX_SMALL_PAIRS replies."""

MAX_CACHED_LISTS = 32

MAX_CACHED_BELIEFS = 5
"""Beliefs with weights; each holds its game."""

MAX_CACHED_TREES = 50

ANSWER_CACHE_BYTES = 1 << 25
"""Size of the cache of answers."""
