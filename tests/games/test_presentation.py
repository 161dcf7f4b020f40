import pytest

from fewest import FewestError, Game
from fewest.errors import GuessError, ReplyError
from fewest.games.presentation import REPLY_STYLES
from tests.games.cases import every_game


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_replies_survive_being_written_and_read(game: Game) -> None:
    replies = range(game.replies)
    for write in (game.reply_text, game.squares):
        texts = [write(reply) for reply in replies]
        assert len({*texts}) == game.replies
        assert [game.parse_reply(text) for text in texts] == [*replies]
        assert [game.parse_reply(f" {text.upper()}\n") for text in texts] == [*replies]
    assert all(game.looks_like_reply(game.reply_text(reply)) for reply in (0, game.win))
    guess, reply = game.example
    assert game.find_guess(guess) >= 0
    assert 0 <= game.parse_reply(reply) < game.replies


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_what_is_no_reply_and_no_guess_is_refused_in_one_sentence(game: Game) -> None:
    for text in ("nonsense!", ""):
        with pytest.raises(ReplyError, match=f"'{text}' is no reply") as caught:
            game.parse_reply(text)
        assert str(caught.value).endswith(".")
        with pytest.raises(GuessError, match=f"'{text}' is not an allowed guess in") as refused:
            game.find_guess(text)
        assert str(refused.value).endswith((".", "?"))
    assert not game.looks_like_reply("nonsense!")


def test_coloured_replies_are_written_in_every_style_and_others_refuse() -> None:
    for game in every_game():
        replies = range(0, game.replies, max(1, game.replies // 50))
        assert all(game.reply_as(reply) == game.reply_text(reply) for reply in replies)
        for style, characters in REPLY_STYLES.items():
            if game.marks(game.win) is None:
                with pytest.raises(FewestError, match=f"^Replies in {game.name} have no colours.*{style}\\.$"):
                    game.reply_as(game.win, style)
                continue
            for reply in replies:
                text = game.reply_as(reply, style)
                assert [*map(characters.index, text)] == game.marks(reply)
                assert game.parse_reply(text) == game.parse_reply(text.lower()) == reply
                seen = game.seen(game.guesses[0], reply, style)
                assert (seen.reply, seen.squares, seen.tiles().spelt) == (text, text, True)
            assert not game.seen(game.guesses[0], 0).tiles().spelt
        with pytest.raises(FewestError, match="'roman' is no way to write replies; choose digits or gyb"):
            game.seen(game.guesses[0], 0, "roman")
