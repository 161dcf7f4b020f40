"""How much a request may ask for, and how much the server does at once."""

LONGEST_WORD = 32
"""How many characters a guess may have; a longer one is no word of any list."""

MOST_CLUES = 20
"""How many clues a position may have."""

MOST_GUESSES_SHOWN = 100
"""How many suggestions may be asked for."""

MOST_WORDS = 500
"""How many secrets of a position, or of one reply, are listed."""

MOST_BOARDS = 16
"""How many boards may be played at once."""

MOST_ROUNDS = 40
"""How many guesses a game may have."""

MOST_STRATEGIES = 12
"""How many strategies are compared in one request."""

LONGEST_GRID = 2_000
"""How many characters of squares may be pasted."""

LARGEST_SEED = 2**31 - 1
"""Up to where secrets are drawn by number."""

BODY = 16_384
"""How many bytes the body of a request may have: every request that is allowed takes far fewer."""

BODY_SECONDS = 5.0
"""How long the body of a request may take to arrive."""

ANALYSE_SECONDS = 1.0
"""How long the exact value of one position of a finished game may take, at most."""

TREE_SECONDS = 30.0
"""How long a whole optimal tree may take."""

COMPARE_SECONDS = 60.0
"""How long one strategy may play all answers."""

CONVERGE_SECONDS = 20.0
"""How long a search may improve its play."""

LIGHT = 1 << 22
"""Up to how many pairs of a secret and a guess are looked at on the spot: a few milliseconds."""

QUICK, SEARCHES = 2, 2
"""How many threads there are for what takes no second, and for long searches."""

WAITING, QUICK_WAITING = 8, 100
"""How many more may wait for a search, and for what takes no second; the next is told to come again."""

SWITCH_SECONDS = 0.0005
"""After how long a thread that works leaves the interpreter to the event loop."""

CONNECTIONS = 512
"""How many connections there may be at once."""

HEAD, HEAD_SECONDS = 32_768, 5.0
"""How many bytes a request may have before its body, and how long they may take to arrive."""

PIPELINED = 16
"""How many requests a connection may have sent on before the first of them is answered; browsers send none."""

SEND_BUFFER = 65_536
"""How many bytes the system is asked to take for a client that does not read yet; it takes about twice as many."""

WRITE_SECONDS = 15.0
"""How long a client may take to read what was written for it; one that never reads is cut off."""

END_SECONDS = 2
"""How long those who are connected have when the server ends."""

POSITIONS, TREES, EVALUATIONS, BELIEFS = 2_000, 12, 200, 12
"""How many answers of each kind are kept; the oldest goes first."""

ANSWERS = 1 << 25
"""How many bytes of answers are kept."""

UNPROVED_SECONDS = 60.0
"""How long an answer is kept that a search did not finish in time; later there may be more time."""

HINTS, HINT_WORDS = 5, 20
"""How many guesses for several boards are proposed, and how many secrets of each board are listed then."""
