"""Games parsed from any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import Clue, FewestError, Wordle
from fewest.errors import AnswerNeededError, GuessesNeededError
from fewest.games import make_game
from fewest.play.game_parser import SQUARES, read_game
from tests.samples import wordle

GAME = wordle("crane", "slate", "rebut", "moist", "pound", "light", "bumpy", "games", "today", guesses=("ratal",))

ROWS = ("⬛🟨⬛⬛🟨", "⬛⬛⬛🟨🟨", "🟩🟩🟩🟩🟩")

GRID = "\n".join(ROWS)

SIX = "crane slate moist pound light bumpy"

WON = [Clue("crane", GAME.parse_reply(ROWS[0])), Clue("slate", GAME.parse_reply(ROWS[1])), Clue("rebut", GAME.win)]


@pytest.mark.parametrize(
    "text",
    [
        "crane slate rebut",
        "CRANE, Slate; rebut.",
        "1. crane\n2. slate\n3. rebut",
        "1) crane\r\n2) slate\r\n3) rebut\r\n",
        "1️⃣ crane\n2️⃣ slate\n3️⃣ rebut",
        "'crane'/\"slate\"/“rebut”",
        "• crane\n• slate\n• rebut 🎉",
        "ＣＲＡＮＥ 𝐬𝐥𝐚𝐭𝐞 rebut",
        "Guess 1: crane\nGuess 2: slate\nGuess 3: rebut",
        "I started with crane, then slate and finally rebut!",
        "My games today were fun: CRANE, then SLATE, then REBUT",
        f"Wordle 1,234 3/6*\n\n{GRID}\n\ncrane slate rebut",
        f"crane slate rebut\nWordle 1,234 3/6\n{GRID}",
        f"Wordle #1.234 3 / 6 {' '.join(ROWS)} crane slate rebut",
        f"Wordle 1 234 3/6\n{GRID.replace('⬛', '⬜️')}\n\ncrane slate rebut",
        f"Wordle 7 3/6\n{GRID.replace('🟨', '🟦').replace('🟩', '🟧')}\n\ncrane slate rebut",
        f"Wordle 7 3/6 {GRID.replace(chr(10), '')} crane slate rebut",
        "\n".join(f"{row} {word}" for row, word in zip(ROWS, ("CRANE", "SLATE", "REBUT"), strict=True)),
        "\n".join(f"{word}\n{row}" for row, word in zip(ROWS, ("CRANE", "SLATE", "REBUT"), strict=True)),
        f"my games today\n{GRID}\ncrane slate rebut",
        f"{GRID}\ncrane slate\nThe answer was rebut",
        "Wordle 7 3/6 crane slate, solution: REBUT",
        "crane=01001 slate=00011 rebut=22222",
        "crane = bybby, slate = bbbyy, rebut = ggggg",
        "crane 01001 slate 00011 rebut 22222",
        "crane: 01001\nslate: 00011\nrebut: 22222",
        "crane bybby slate bbbyy rebut ggggg",
        f"fewest original 3/6 · skill 74 · luck 51\n\n{GRID}\n\ncrane slate rebut",
        "crane slate rebut 3/6",
        "crane, slate: rebut",
        "Games: crane\nslate\nrebut",
    ],
)
def test_a_game_is_read_however_it_is_written(text: str) -> None:
    assert read_game(GAME, text)[:2] == (WON, "rebut")


@pytest.mark.parametrize(
    ("text", "starred"),
    [
        ("Wordle 1,885 3/6* crane slate rebut", True),
        (f"Wordle 1,885 3/6 *\n{GRID}\ncrane slate rebut", True),
        ("**Wordle 1,885 3/6*** crane slate rebut", True),
        ("Wordle 1,885 3/6 crane slate rebut", False),
        ("*Wordle 1,885 3/6* crane slate rebut", False),
        ("**Wordle 1,885 3/6** crane slate rebut", False),
        ("* Wordle 1,885 3/6\n* crane slate rebut", False),
    ],
)
def test_a_star_at_the_score_is_that_of_hard_mode(text: str, starred: bool) -> None:
    assert read_game(GAME, text) == (WON, "rebut", starred, "")


def test_a_star_above_a_grid_is_that_of_hard_mode() -> None:
    words = ["crane", "slate", "rebut"]
    assert read_game(GAME, words, f"Wordle 1,885 3/6*\n{GRID}").hard
    assert not read_game(GAME, words, GRID).hard


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"{SIX} rebut", None),
        (SIX, "rebut"),
        (SIX, "REBUT"),
        (f"{SIX} rebut", "rebut"),
        (f"Wordle 1,234 X/6\n{SIX}", "rebut"),
        (f"Wordle 1,234 x/6*\n{SIX} rebut", None),
        (f"{SIX}, the answer was: rebut", None),
        (f"{SIX}. The word was 'rebut'", None),
    ],
)
def test_a_lost_game_has_an_answer_that_was_not_found(text: str, secret: str | None) -> None:
    clues, sought, *_ = read_game(GAME, text, secret=secret)
    assert ([clue.guess for clue in clues], sought) == (SIX.split(), "rebut")
    assert clues[-1].reply != GAME.win


@pytest.mark.parametrize("text", [SIX, f"Wordle 1 X/6 {SIX}", "X/6 crane slate", f"1. {SIX}"])
def test_the_answer_is_asked_for_where_nothing_says_it(text: str) -> None:
    with pytest.raises(AnswerNeededError, match=r"[Gg]ive the answer too") as raised:
        read_game(GAME, text)
    assert raised.value.kind == "answer"
    assert raised.value.guess == ("bumpy" if "X" not in text else None), "a possible answer is offered"
    with pytest.raises(AnswerNeededError, match="the last one, RATAL, is never the answer") as raised:
        read_game(GAME, "crane slate moist pound light ratal")
    assert raised.value.guess is None
    assert read_game(GAME, SIX.split(), secret="bumpy").clues[-1].reply == GAME.win
    assert read_game(GAME, SIX.split(), secret="REBUT").secret == "rebut"
    assert read_game(GAME, ["crane=01001"]).secret is None
    with pytest.raises(AnswerNeededError):
        read_game(GAME, SIX.split())
    with pytest.raises(AnswerNeededError):
        read_game(GAME, "crane slate rebut", limit=3)


def test_squares_without_words_ask_for_the_guess_of_each_row() -> None:
    for text in (GRID, f"Wordle 1 3/6\n\n{GRID.replace('⬛', '⬜')}", f"{GRID} crane"):
        with pytest.raises(GuessesNeededError) as raised:
            read_game(GAME, text)
        assert (raised.value.kind, raised.value.rows) == ("guesses", ("01001", "00011", "22222"))


def test_squares_of_a_lost_game_need_no_answer() -> None:
    replies = [GAME.squares(GAME.reply(word, "rebut")) for word in SIX.split()]
    text = f"Wordle 9 X/6\n{chr(10).join(replies)}\n{SIX}"
    assert read_game(GAME, text).secret is None
    assert read_game(GAME, f"{text} rebut").secret == "rebut"
    assert [clue.guess for clue in read_game(GAME, f"{text} rebut").clues] == SIX.split()
    with pytest.raises(FewestError, match="Guess 1, CRANE, does not get"):
        read_game(GAME, text, secret="games")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no guess in this text"),
        ("12 3/6", "A score alone is not enough"),
        (GRID, "Squares alone are not enough; type the 3 guesses: fewest analyse WORD WORD WORD\\.$"),
        (ROWS[0], "Squares alone are not enough; type the guess: fewest analyse WORD --secret ANSWER"),
        ("crane slite rebut", "'slite' is not an allowed guess"),
        ("crane slate rebutt", "'rebutt' is not an allowed guess in .*did you mean rebut"),
        ("crne slat rebut", "'crne' is not an allowed guess"),
        ("q" * 100, "'qqqqqqqqqqqqqqqqqqqqqqqqqqqqq…' is not an allowed guess"),
        ("crane ratal", "'ratal' is an allowed guess, but not an answer"),
        ("crane=01001 slate", "'slate' has no reply, but 'crane=01001' has one"),
        ("crane=0100", "It needs 5 colours"),
        ("crane=01001 slates=00011", "'slates' is not an allowed guess"),
        (
            f"{ROWS[0]} {ROWS[2]} crane",
            "The squares have 2 rows for 1 word; type the 2 guesses: ",
        ),
        ("🟥🟥🟥🟥🟥 crane", "Row 1 of the squares: '🟥🟥🟥🟥🟥' is not a reply"),
        ("⬛🟨⬛⬛ crane", "Row 1 of the squares: .* It needs 5 colours"),
        ("Wordle 7 4/6 crane slate rebut", "The score says 4 of 6, but the text has 3 guesses"),
        (f"Wordle 7 3/6 {ROWS[0]} crane", "The score says 3 of 6, but the text has 1 guess and no win"),
        ("3/6 crane slate rebut 4/6 moist rebut", "The text has 2 scores"),
        (f"X/6 {GRID} crane slate rebut", "means a lost game, but REBUT wins it"),
        (f"{ROWS[0]}\n{ROWS[0]}\n{ROWS[2]}\ncrane slate rebut", "Guess 2, SLATE, does not get"),
        (f"crane=01001 {ROWS[1]}", "The squares differ from the replies"),
        (f"{SIX} games today", "A game has 6 guesses, but the text has 8 words"),
    ],
)
def test_a_text_that_is_not_a_game_gets_a_sentence(text: str, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        read_game(GAME, text)


MORE = (
    "the answer was",
    "and",
    "bybby",
    "\ufe0f",
    "\u200d",
    "1.",
    "a" * 40,
    "٣/٦",
    "crane=",
    "=01001",
    "01001",
    "fewest",
)

PIECES = st.sampled_from([*SIX.split(), *ROWS, *SQUARES, *"=:\n/'", "rebut", "X/6", "3/6*", "Wordle 1,234", *MORE])


@given(
    st.one_of(st.text(max_size=200), st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=25).map(" ".join)),
    st.one_of(st.none(), st.text(max_size=8), st.sampled_from(GAME.guesses)),
)
def test_whatever_is_pasted_is_a_game_or_a_sentence(text: str, secret: str | None) -> None:
    try:
        clues, sought, *_ = read_game(GAME, text, secret=secret)
    except FewestError as error:
        told = str(error)
    else:
        told = ""
    if told:
        assert told.endswith((".", "?"))
        return
    assert len(clues) >= 1
    assert all(clue.guess in GAME.guess_index for clue in clues)
    if sought is not None:
        assert [clue.reply for clue in clues] == [GAME.reply(clue.guess, sought) for clue in clues]
    if "X/6" in text:
        assert clues[-1].reply != GAME.win, "a lost game counted as won"


@given(st.lists(st.sampled_from(GAME.guesses), min_size=1, max_size=6), st.sampled_from(GAME.secrets), st.data())
def test_a_shared_game_is_read_back(guesses: list[str], secret: str, data: st.DataObject) -> None:
    made = [*[guess for guess in guesses if guess != secret][:5], secret]
    rows = [GAME.squares(GAME.reply(guess, secret)) for guess in made]
    lines = [f"Wordle 1,234 {len(made)}/6", *rows]
    at = data.draw(st.integers(0, len(lines)))
    lines[at:at] = [data.draw(st.sampled_from([" ", ", ", "\n", " / "])).join(made)]
    told = read_game(GAME, "\n".join(lines))
    assert ([clue.guess for clue in told.clues], told.secret) == (made, secret)


@pytest.mark.parametrize(
    "grid",
    [
        GRID,
        f"Wordle 1,234 3/6\r\n\r\n{GRID}\r\n\r\nhttps://example.com/xyz\r\n",
        GRID.replace("⬛", "⬜"),
        GRID.replace("🟨", "🟦").replace("🟩", "🟧"),
        GRID.replace("⬛", "⬛\ufe0f"),
        GRID.replace("\n", "\\n"),
        GRID.replace("\n", " "),
        "bybby bbbyy ggggg",
        "Wordle 1,234 3/6 01001\n00011\n22222",
    ],
)
def test_a_grid_is_read_as_it_is_shared(grid: str) -> None:
    words = ["crane", "slate", "rebut"]
    assert read_game(GAME, words, grid).clues == read_game(GAME, words).clues


@pytest.mark.parametrize(
    ("words", "grid", "message"),
    [
        ([], GRID, "There is nothing to analyse"),
        (["rebut"], f"{ROWS[0]} {ROWS[2]}", "The grid has 2 rows for 1 guess; give one row for each guess"),
        (["rebut"], "", "The grid has no squares; paste the rows that the game lets you share"),
        (["rebut"], "Wordle 1,234 1/6", "The grid has no squares"),
        (["crane"], "⬛🟨⬛⬛", "Row 1 of the grid: '⬛🟨⬛⬛' is not a reply. It needs 5 colours"),
        (["crane"], "⬛🟥⬛⬛⬛", "Row 1 of the grid: '⬛🟥⬛⬛⬛' is not a reply. Use 0, 1 or 2"),
        (["crane", "slite"], GRID, "'slite' is not an allowed guess"),
    ],
)
def test_a_text_that_is_not_a_grid_gets_a_sentence(words: list[str], grid: str, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        read_game(GAME, words, grid)


def test_games_without_words_are_read_too() -> None:
    game = make_game("mastermind:pegs=3,colours=4")
    first, last = game.guesses[3], game.guesses[-1]
    assert [clue.guess for clue in read_game(game, f"{first} {last}").clues] == [first, last]
    with pytest.raises(AnswerNeededError):
        read_game(game, " ".join([first] * 9 + [last]))


def test_other_lengths_and_alphabets_are_read() -> None:
    game = wordle("ähre", "öhre", "rehe")
    assert isinstance(game, Wordle)
    assert [clue.guess for clue in read_game(game, "1. REHE\n2. ÄHRE").clues] == ["rehe", "ähre"]
