"""Limits for requests, connections, threads and caches."""

from pydantic import BaseModel, Field

from fewest.play.boards import FEWEST_BOARDS
from fewest.setup import TODAY
from fewest.words import EDITIONS


class Limits(BaseModel):
    """The limits and defaults of requests; the page knows them too."""

    game: str = Field(default="wordle", description="The default game.")
    edition: str = Field(default=EDITIONS[-1], description="The default edition.")
    secrets: str = Field(default=TODAY.secrets, description="The possible secrets by default: answers or guesses.")
    prior: str = Field(default=str(TODAY.prior), description="The default prior.")
    most_listed: int = Field(default=10_000, description="Words of your own list.")
    longest_list: int = Field(default=100_000, description="Characters of your own list.")
    longest_game: int = Field(default=80, description="Characters of a game and its options.")
    boards: int = Field(default=4, description="The default number of boards.")
    fewest_boards: int = FEWEST_BOARDS
    most_boards: int = 16
    most_clues: int = Field(default=20, description="Clues of a position, or guesses of a game.")
    longest_word: int = Field(default=32, description="Characters of a word.")
    longest_pasted: int = Field(default=4_000, description="Characters of a pasted game.")
    largest_seed: int = 2**31 - 1
    largest_margin: float = Field(default=10.0, description="Extra guesses that a common word may need.")
    most_known_words: int = Field(default=1_000_000, description="Most frequent words to suggest.")
    proof_seconds: float = Field(default=30.0, description="The largest budget of exact search.")
    proof_words: int = Field(default=1_500, description="The most secrets for which a long search is allowed.")


LIMITS = Limits()

MAX_SUGGESTIONS = 100
"""Suggestions per request."""

MAX_LISTED_SECRETS = 500
"""Secrets listed for a position or for one reply."""

MAX_GUESSES = 40
"""Guesses of one game."""

MAX_STRATEGIES = 12
"""Strategies compared in one request."""

MAX_BODY_BYTES = 16_384
"""Bytes of a request body; valid requests need far fewer."""

MAX_GAME_PAIRS = 320_000_000
"""Pairs of a secret and a guess of a game. Nerdle with eight places has 314 million."""

MAX_SMALL_PAIRS = 1 << 26
"""Pairs up to which several games are cached; only one larger game is cached at a time."""

MAX_LIST_BODY_BYTES = 450_000
"""Bytes of a request with a list. A character takes up to four bytes, escaped in JSON six."""

BODY_SECONDS = 5.0
"""Time for a request body to arrive."""

TREE_SECONDS = 30.0
"""Time to build an optimal tree."""

COMPARE_SECONDS = 60.0
"""Time for one strategy to play all answers."""

CONVERGE_SECONDS = 20.0
"""Time for a search to improve its play."""

POOL_THREADS = 2
"""Threads for each of: quick requests, searches within the default budget, long searches."""

MAX_WAITING = 100
"""Quick requests, or short searches, that may wait for a thread; more are refused."""

MAX_WAITING_SEARCHES = 8
"""Long searches, or requests that need a large table, that may wait for a thread; more are refused."""

MAX_WAITING_PROOFS = 3
"""Proofs with past answers that may wait; more are not started."""

PROOF_MEGABYTES = 512
"""Megabytes of the transposition table of a proof with past answers."""

SWITCH_SECONDS = 0.0005
"""The thread switch interval of the interpreter; short, so that the event loop stays responsive."""

MAX_CONNECTIONS = 512
"""Open connections; at this limit requests are refused."""

MAX_HEAD_BYTES = 32_768
"""Bytes of a request before its body."""

IDLE_SECONDS = 10
"""Time after which an idle connection is closed."""

SHUTDOWN_SECONDS = 6
"""Time for open connections to finish when the server shuts down; longer than BODY_SECONDS."""

MAX_CACHED_GAMES = 7
"""Games; each except today's has a table of up to MAX_SMALL_PAIRS replies."""

MAX_CACHED_LISTS = 32

MAX_CACHED_BELIEFS = 5
"""Beliefs with weights; each holds its game."""

MAX_CACHED_TREES = 50

ANSWER_CACHE_BYTES = 1 << 25
"""Size of the cache of answers."""
