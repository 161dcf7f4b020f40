"""A small game for all questions: a custom word list, its tree and a store."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from fewest import Belief, Wordle
from fewest.questions.prove import prove
from fewest.questions.tree import grow_tree
from fewest.search.resources import Resources
from fewest.setup import Setup
from fewest.words import edition


@dataclass(frozen=True)
class Place:
    """Files of a small game."""

    answers: Path
    guesses: Path
    tree: Path
    store: Path

    @property
    def setup(self) -> Setup:
        """The setup."""
        return Setup(answers=str(self.answers), guesses=str(self.guesses))

    @property
    def options(self) -> list[str]:
        """The options of the setup on the command line."""
        return ["--answers", str(self.answers), "--guesses", str(self.guesses)]

    @property
    def game(self) -> Wordle:
        """The game of the setup, made by hand."""
        return Wordle.from_files(self.answers, self.guesses)

    @property
    def belief(self) -> Belief:
        """The belief before the first guess."""
        return Belief.start(self.game)


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """29 answers that end alike, and 44 more guesses."""
    folder = tmp_path_factory.mktemp("questions")
    made = Place(*(folder / name for name in ("answers.txt", "guesses.txt", "tree.json", "store.db")))
    words = edition("original")
    made.answers.write_text("\n".join([word for word in words.answers if word.endswith("ch")][::2]), encoding="utf-8")
    made.guesses.write_text("\n".join(words.guesses[::300]), encoding="utf-8")
    grow_tree(made.setup).save(made.tree)
    prove(made.setup, top=5, resources=Resources(store=made.store, threads=1, memory=4))
    return made


@pytest.fixture
def setup(place: Place) -> Setup:
    """The setup."""
    return place.setup


@pytest.fixture
def belief(place: Place) -> Belief:
    """The belief before the first guess."""
    return place.belief
