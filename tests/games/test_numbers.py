import pytest

from fewest import FewestError
from fewest.errors import GuessError, ReplyError
from fewest.games import Numbers

LOWER, HIGHER, FOUND = range(3)


def test_the_reply_says_where_the_number_is() -> None:
    game = Numbers(12)
    assert game.secrets == game.guesses == tuple(map(str, range(1, 13)))
    assert (game.reply("10", "9"), game.reply("9", "10"), game.reply("9", "9")) == (LOWER, HIGHER, FOUND)
    for secret in range(1, 13):
        expected = [LOWER if secret < guess else HIGHER if secret > guess else FOUND for guess in range(1, 13)]
        assert game.table[secret - 1].tolist() == expected


@pytest.mark.parametrize("text", ["higher", " HIGHER ", "Hi gher"])
def test_a_reply_is_read_however_it_is_written(text: str) -> None:
    assert Numbers(3).parse_reply(text) == HIGHER


def test_what_is_none_is_refused() -> None:
    game = Numbers(9)
    with pytest.raises(ReplyError, match="'warm' is no reply; replies are lower, higher, found"):
        game.parse_reply("warm")
    with pytest.raises(GuessError, match="'10' is not an allowed guess in numbers:most=9"):
        game.find_guess("10")
    for most, shown in ((0, "0"), (10_001, "10,001")):
        with pytest.raises(FewestError, match=f"Numbers to guess go from 1 to at most 10,000, not {shown}"):
            Numbers(most)
    assert len(Numbers(1).guesses) == 1
