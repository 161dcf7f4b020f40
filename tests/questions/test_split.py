import math
from dataclasses import replace

import pytest
from hypothesis import given

from fewest import Belief, FewestError
from fewest.questions.split import MAX_LISTED_SECRETS, split
from fewest.results import Table
from fewest.setup import Setup
from tests import oracles, samples
from tests.questions.checks import check, same


@given(samples.beliefs(samples.wordles(most=12)))
def test_the_parts_of_any_belief_agree_with_the_oracle(belief: Belief) -> None:
    game = belief.game
    guess = game.guesses[len(game.guesses) // 2]
    made = split(Setup(), guess, belief=belief)
    chances = dict(belief)
    replies = {word: oracles.reply(guess, word) for word in chances}
    codes = [oracles.code(reply) for reply in replies.values()]
    wanted = oracles.split(codes, [*chances.values()], game.win)
    assert (made.remaining, made.largest, len(made.parts)) == (len(belief), wanted.largest, wanted.parts)
    assert same(made.bits, wanted.entropy)
    assert same(made.hit, wanted.hit)
    size = math.fsum(chance * codes.count(oracles.code(replies[word])) for word, chance in chances.items())
    assert same(made.expected_size, size)
    assert [part.chance for part in made.parts] == sorted((part.chance for part in made.parts), reverse=True)
    for part in made.parts:
        fits = [word for word in belief.words if "".join(map(str, replies[word])) == part.reply]
        assert ([*part.words], part.count) == (fits[:MAX_LISTED_SECRETS], len(fits))
        assert same(part.chance, math.fsum(chances[word] for word in fits))
        assert part.marks == replies[fits[0]]
    check(made)


def test_only_some_words_of_a_part_are_shown(setup: Setup) -> None:
    made = split(setup.after("batch=00022"), "CONCH")
    assert made.guess == "conch"
    title, *rows = str(made).splitlines()
    assert title == made.title == setup.title(setup.make_game())
    for line, part in zip(rows[2:], made.parts, strict=True):
        assert line.endswith(" ".join(part.words[:5]) + (" …" if part.count > 5 else ""))


def test_a_guess_that_is_not_allowed_is_refused(setup: Setup) -> None:
    with pytest.raises(FewestError, match="zzzzz"):
        split(setup, "zzzzz")
    with pytest.raises(FewestError, match="breaks hard mode"):
        split(replace(setup, hard=True).after("batch=00022"), "aahed")


def test_replies_are_in_the_style_that_is_asked_for(setup: Setup) -> None:
    plain, letters = split(setup, "conch"), split(setup, "conch", replies="gyb")
    marks = str.maketrans("012", "BYG")
    assert [part.reply.translate(marks) for part in plain.parts] == [part.reply for part in letters.parts]
    assert [part.words for part in plain.parts] == [part.words for part in letters.parts]
    check(letters)


def test_the_first_parts_alone_are_shown(setup: Setup) -> None:
    made = split(setup, "conch")
    rows = next(block for block in made.blocks(2) if isinstance(block, Table)).rows
    assert len(rows) == 2
    assert list(made.blocks(len(made.parts))) == [*made.blocks()]
