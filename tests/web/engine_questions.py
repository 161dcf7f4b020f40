"""Random questions to the API, which the engine of the page must answer like the Python library."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from fewest.belief import Belief
from fewest.setup import TODAY, Setup
from fewest.strategies import classic

Question = tuple[str, dict[str, Any]]
"""A path and the body of a request."""

OWN_LIST = "about above abuse actor acute admit adopt adult after again agent agree ahead alarm album alert alike alive"
ACCENTS = "être même tête fête bête gêne rêve"
SAME_LETTERS = "ester reset steer steps terse pulpy"
PAST = "date,word\n2021-06-19,cigar\n2021-06-20,rebut\n2024-12-31,lemur\n2026-01-05,crane\n2025-02-01,slate\nzzzzz"
UNDATED = "cigar\nrebut\nsissy"

GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (12, {}),
    (3, {"edition": "original"}),
    (2, {"edition": "nyt-2022"}),
    (3, {"edition": "nyt-2023"}),
    (1, {"edition": "original", "prior": "frequency"}),
    (1, {"edition": "nyt-2023", "secrets": "guesses"}),
)
"""Games with weights for drawing."""

UNLISTED: tuple[Question, ...] = (
    ("suggest", {"edition": "original", "clues": [{"guess": "lound", "reply": "22222"}]}),
    ("analyse", {"edition": "original", "guesses": ["crane", "sloth"], "secret": "lound"}),
)
"""Requests about allowed guesses that are not in the list of answers."""

GAME_FIELDS = ("edition", "prior", "secrets", "rule", "hard")

OPENERS = ("slate", "crane", "tares", "salet", "raise", "trace", "adieu", "stare", "audio", "roate")


@cache
def start_of(*named: tuple[str, str]) -> Belief:
    """The belief before the first clue."""
    return Setup.chosen(dict(named), TODAY).belief()


class Asker:
    """Draws questions."""

    def __init__(self, seed: int) -> None:
        """Draw the questions of a seed."""
        self.random = random.Random(seed)

    def questions(self, count: int) -> list[Question]:
        """Questions of every kind, grouped by game, because preparing a game takes long."""
        return sorted(self.drawn(count), key=lambda asked: [str(asked[1].get(name)) for name in GAME_FIELDS])

    def drawn(self, count: int) -> Iterator[Question]:
        """Some questions, every kind in turn."""
        kinds: tuple[Callable[[], Question], ...] = (
            self.suggest,
            self.suggest_exact,
            self.split,
            self.value,
            self.analyse,
            self.play,
            self.wrong,
            self.game,
        )
        for number in range(count):
            yield kinds[number % len(kinds)]()

    def game_and_rule(self) -> tuple[dict[str, Any], Belief]:
        """A game, a belief and a rule."""
        (game,) = self.random.choices([game for _, game in GAMES], [weight for weight, _ in GAMES])
        rule: dict[str, Any] = self.random.choice([{}, {}, {"hard": True}, {"rule": "consistent"}])
        start = start_of(*game.items())
        if rule:
            played = start.game.made_consistent() if "rule" in rule else start.game
            start = Belief(played, start.secrets, start.weights, hard=True, prior=start.prior)
        return {**game, **rule}, start

    def position(self, fewest: int = 0) -> tuple[dict[str, Any], Belief]:
        """A game and some clues that go together; most positions have few secrets."""
        asked, belief = self.game_and_rule()
        ranked = [*belief]
        (secret,) = self.random.choices([word for word, _ in ranked], [chance for _, chance in ranked])
        for number in range(self.random.choice([fewest, 1, 2, 2, 3, 3, 4, 5])):
            guess = self.random.choice(OPENERS) if number == 0 else self.guess(belief)
            if belief.allowed is not None and not (belief.allowed == belief.game.guess_index[guess]).any():
                guess = self.random.choice(belief.words)
            if belief.won:
                break
            belief = belief.after(guess, belief.game.reply(guess, secret))
        clues = [{"guess": guess, "reply": belief.game.reply_text(reply)} for guess, reply in belief.clues]
        return {**asked, **({"clues": clues} if clues else {})}, belief

    def guess(self, belief: Belief) -> str:
        """A guess, mostly a possible secret."""
        if self.random.random() < 0.7:
            return self.random.choice(belief.words)
        columns = range(len(belief.game.guesses)) if belief.allowed is None else belief.allowed.tolist()
        return belief.game.guesses[self.random.choice(columns)]

    def preference(self) -> dict[str, Any]:
        """Which words to prefer."""
        return self.random.choice([{}, {}, {"margin": 0}, {"margin": 0.05}, {"known_words": 2000}])

    def suggest(self) -> Question:
        """Suggestions without search."""
        asked, belief = self.position()
        wish = self.random.choice([self.preference(), {"strategy": self.random.choice(classic())}])
        opener = {"opener": self.random.choice(OPENERS)} if not belief.clues and "known_words" not in wish else {}
        return "suggest", {**asked, **wish, **opener, "count": self.random.choice([1, 5, 10])}

    def suggest_exact(self) -> Question:
        """Suggestions by exact search."""
        asked, belief = self.position(1)
        wish = {"streak": True} if self.random.random() < 0.1 else self.preference()
        seconds = 1 if len(belief) < 60 else 0.05
        return "suggest/exact", {**asked, **wish, "count": self.random.choice([1, 3, 8]), "seconds": seconds}

    def split(self) -> Question:
        """A split."""
        asked, belief = self.position()
        return "split", {**asked, "guess": self.guess(belief)}

    def value(self) -> Question:
        """The value of a guess."""
        asked, belief = self.position(1)
        return "value", {**asked, "guess": self.guess(belief), "seconds": 1 if len(belief) < 60 else 0.05}

    def analyse(self) -> Question:
        """A game, as words, clues or text."""
        asked, belief = self.position(1)
        clues = asked.pop("clues", [])
        if not clues:
            return "analyse", {**asked, "guesses": []}
        words = [clue["guess"] for clue in clues]
        written = [f"{clue['guess']}={clue['reply']}" for clue in clues]
        squares = "\n".join(belief.game.squares(clue.reply) for clue in belief.clues)
        score = len(clues) if belief.won else "X"
        forms: tuple[dict[str, Any], ...] = (
            {"guesses": written},
            {"text": " ".join(written)},
            {"text": f"Wordle 1,234 {score}/6*\n\n{squares}\n{' '.join(words)}"},
            {"guesses": words, "secret": self.random.choice(belief.words)},
            {"text": f"I guessed {', then '.join(words)}."},
        )
        return "analyse", {**asked, **self.random.choice(forms), "seconds": 0.02}

    def play(self) -> Question:
        """A game against a secret."""
        asked, _ = self.position(1)
        clues = asked.pop("clues", [])
        asked = {key: asked[key] for key in ("edition", "hard", "rule") if key in asked}
        drawn: dict[str, Any] = {"seed": self.random.randrange(1000)}
        if self.random.random() < 0.5:
            drawn = {"day": f"2026-0{self.random.randrange(1, 10)}-11"}
        return "play", {
            **{**asked, **drawn},
            "guesses": [clue["guess"] for clue in clues],
            "give_up": self.random.random() < 0.3,
        }

    def game(self) -> Question:
        """A description of a game."""
        asked, _ = self.game_and_rule()
        return "game", {key: asked[key] for key in ("edition",) if key in asked}

    def wrong(self) -> Question:
        """An invalid request."""
        asked, belief = self.position(1)
        clues = [*asked.pop("clues", [])]
        bad: tuple[Question, ...] = (
            (
                "split",
                {**asked, "clues": clues, "guess": self.random.choice(["crone", "xxxxx", "cran", "", "crané"]) or "?"},
            ),
            ("suggest", {**asked, "clues": [*clues, {"guess": self.guess(belief), "reply": "0120"}]}),
            ("suggest", {**asked, "clues": [*clues, {"guess": self.guess(belief), "reply": "0z200"}]}),
            ("suggest", {**asked, "clues": [{"guess": "crnae", "reply": "01200"}]}),
            ("suggest", {**asked, "clues": [*clues, {"guess": self.guess(belief), "reply": self.reply()}]}),
            ("suggest", {**asked, "clues": [*clues, {"guess": "zzzzz", "reply": "00000"}]}),
            ("suggest", {**asked, "strategy": "entropy", "margin": 0.02}),
            ("suggest", {**asked, "hard": True, "rule": "consistent"}),
            ("suggest", {"word_list": "0123456789abcdef"}),
            ("play", {"seed": 1, "day": "2026-01-01"}),
            ("play", {"day": "2026-02-30"}),
            ("play", {"seed": 1, "guesses": ["crane", "qqqqq"]}),
            ("analyse", {**asked, "guesses": []}),
            ("analyse", {**asked, "text": "Wordle 1,234 4/6"}),
            ("analyse", {**asked, "text": "crane slate rebut crane slate rebut"}),
            ("analyse", {**asked, "text": "⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩"}),
        )
        return self.random.choice([*bad, *UNLISTED])

    def reply(self) -> str:
        """Some colours."""
        return "".join(self.random.choices("012", k=5))
