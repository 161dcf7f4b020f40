"""The API plays every game, on any list of words, within its limits."""

from datetime import date
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fewest import Wordle, register_game
from fewest.games import REGISTERED, Game, make_game
from fewest.play.round import draw_secret
from fewest.web import limits, models
from fewest.web.limits import LIMITS

GAMES = ("mastermind:pegs=3,colours=4", "bulls-and-cows:length=3", "nerdle:places=5", "jotto", "numbers:most=50")


def ask(client: TestClient, path: str, status: int = 200, /, **asked: Any) -> Any:
    """Send a request."""
    answer = client.post(f"/api/v1/{path}", json=asked)
    assert answer.status_code == status, answer.text
    return answer.json()


def own_list(client: TestClient, *words: str) -> str:
    """Post a list of words. Returns its name."""
    return str(ask(client, "lists", text=" ".join(words))["word_list"])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_won_by_what_is_suggested(client: TestClient, game: str) -> None:
    words = {"edition": "original"} if game == "jotto" else {}
    win = ask(client, "game", game=game, **words)["keyboard"]["win"]
    guesses: list[str] = []
    for _ in range(12):
        played = ask(client, "play", game=game, seed=3, guesses=guesses, **words)
        if played["won"]:
            break
        clues = [{"guess": each, "reply": reply} for each, reply in zip(guesses, played["replies"], strict=True)]
        guesses.append(ask(client, "suggest", game=game, clues=clues, count=1, **words)["suggestions"][0]["guess"])
    assert played["replies"][-1] == win
    assert played["secret"] == guesses[-1]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("mastermind:pegs=8,colours=9", "too many guesses here"),
        ("mastermind:pegs=999999999,colours=999999999", "too many guesses here"),
        ("bulls-and-cows:length=6,symbols=20,repeats=yes", "too many guesses here"),
        ("table:file=/etc/passwd", "out of the game"),
        ("table", "reads a file"),
        ("jotto:edition=original", "out of the game"),
        ("chess", "There is no game 'chess'"),
        ("mastermind:sides=3", "has no option 'sides'"),
        ("x" * 81, "at most 80"),
    ],
)
def test_games_that_a_page_cannot_play_are_refused(client: TestClient, game: str, reason: str) -> None:
    assert reason in ask(client, "suggest", 422 if len(game) > LIMITS.longest_game else 409, game=game)["detail"]


def test_a_game_that_cannot_be_made_is_refused_in_one_sentence(client: TestClient) -> None:
    assert "5 to 8 places" in ask(client, "game", 409, game="nerdle:places=9")["detail"]
    assert "no hard mode" in ask(client, "suggest", 409, game="mastermind", hard=True)["detail"]
    assert "takes no word list" in ask(client, "suggest", 409, game="mastermind", edition="original")["detail"]


class Huge(Game):
    """A game with too many guesses for the page, which shows only after it is made."""

    name = "huge"
    texts = ("no", "found")
    win = 1

    def __init__(self, most: int = 20_000) -> None:
        """Play with this many numbers."""
        self.label = "huge"
        self.guesses = self.secrets = tuple(map(str, range(most)))

    @classmethod
    def create(cls, *, most: int = 20_000) -> "Huge":
        """Play with this many numbers."""
        return cls(most)

    def reply_number(self, guess: str, secret: str) -> int:
        """Whether the guess is right."""
        return int(guess == secret)


def test_the_size_of_other_games_is_checked(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, "huge", Huge)
    register_game(Huge)
    assert "too large here" in ask(client, "suggest", 409, game="huge")["detail"]
    assert "takes no options" in ask(client, "suggest", 409, game="huge:most=3")["detail"]
    assert next(each for each in models.game_choices() if each.game == "huge").options == {}


def test_games_are_listed_with_their_options(client: TestClient) -> None:
    found = {each["game"]: each for each in client.get("/api/v1/games").json()}
    assert found["mastermind"]["options"] == {"pegs": 4, "colours": 6}
    assert found["wordle"]["on_words"]
    assert found["bulls-and-cows"]["title"] == "Bulls and cows"
    assert "table" not in found


def test_your_own_list_is_played(client: TestClient) -> None:
    name = own_list(client, "carer", "crane", "nacre", "caner")
    found = ask(client, "suggest", word_list=name, clues=[{"guess": "crane", "reply": "21111"}])
    assert [each["word"] for each in found["secrets"]] == ["caner"]
    jotto = ask(client, "suggest", game="jotto", word_list=name, clues=[{"guess": "carer", "reply": "4"}])
    assert {each["word"] for each in jotto["secrets"]} == {"caner", "crane", "nacre"}
    assert ask(client, "game", word_list=name)["title"] == "your list"


def test_a_list_has_the_same_name_whatever_stands_between_its_words(client: TestClient) -> None:
    assert own_list(client, "crane", "carer") == ask(client, "lists", text="CARER,\n crane\r\n\n")["word_list"]


def test_lists_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(client, "lists", 422, text="x" * (LIMITS.longest_list + 1))
    assert client.post("/api/v1/lists", json={"text": "é" * limits.MAX_LIST_BODY_BYTES}).status_code == 413
    monkeypatch.setattr(LIMITS, "most_listed", 2)
    assert "has 3 words" in ask(client, "lists", 409, text="ab cd ef")["detail"]


def test_lists_are_forgotten_oldest_first(client: TestClient) -> None:
    first = own_list(client, "crane")
    for number in range(limits.MAX_CACHED_LISTS):
        own_list(client, "ab" + "".join("xyz"[number // 3**power % 3] for power in range(4)))
    assert ask(client, "suggest", 409, word_list=first)["kind"] == "list"
    own_list(client, "crane")
    assert ask(client, "suggest", word_list=first)["remaining"] == 1


def test_two_lists_at_once_are_refused(client: TestClient) -> None:
    name = own_list(client, "carer", "crane")
    assert "Choose one word list" in ask(client, "suggest", 409, word_list=name, edition="original")["detail"]
    assert "takes no word list" in ask(client, "suggest", 409, game="mastermind", word_list=name)["detail"]
    assert ask(client, "suggest", 422, word_list="../../etc/passwd")


@pytest.mark.slow
def test_other_languages_and_lengths_are_played(client: TestClient) -> None:
    pytest.importorskip("wordfreq")
    assert "de" in client.get("/api/v1/languages").json()
    found = ask(client, "game", language="de", length=4)
    assert found["keyboard"]["length"] == 4
    assert "ü" in "".join(found["keyboard"]["rows"])
    assert ask(client, "suggest", language="de", length=4, count=1)["remaining"] == found["answers"]
    assert "There is no language" in ask(client, "suggest", 409, language="xx")["detail"]


def test_the_daily_secret_is_that_of_the_command_line(client: TestClient) -> None:
    game = make_game("mastermind:pegs=3,colours=4")
    secret = draw_secret(game, day=date(2026, 1, 31))
    found = ask(client, "play", game=game.label, day="2026-01-31", guesses=[secret])
    assert found["won"]
    assert found["share"].startswith("fewest daily mastermind:pegs=3,colours=4 2026-01-31 1/10")


@pytest.mark.parametrize("asked", [{}, {"seed": 1, "day": "2026-01-31"}, {"day": "2026-13-31"}])
def test_a_secret_has_one_seed_or_one_date(client: TestClient, asked: dict[str, Any]) -> None:
    assert ask(client, "play", 409, **asked)["kind"] == "input"


def test_several_boards_are_assisted(client: TestClient) -> None:
    secrets = ("award", "rebut")
    game = Wordle.edition("original")
    turns: list[dict[str, Any]] = []
    for _ in range(8):
        found = ask(client, "boards/assist", edition="original", boards=2, turns=turns)
        if found["won"]:
            break
        guess = found["proposals"][0]["guess"]
        replies = [
            None if board["done"] else game.reply_text(game.reply(guess, secret))
            for board, secret in zip(found["boards"], secrets, strict=True)
        ]
        turns.append({"guess": guess, "replies": replies})
    assert [board["secret"] for board in found["boards"]] == [*secrets]


def test_a_wrong_reply_names_guess_and_board(client: TestClient) -> None:
    turns = [{"guess": "crane", "replies": ["01200", "22222"]}, {"guess": "crane", "replies": ["22222", None]}]
    problem = ask(client, "boards/assist", 409, edition="original", boards=2, turns=turns)
    assert (problem["kind"], problem["clue"]) == ("contradiction", 1)
    assert problem["detail"].startswith("Board 1: ")
    turns = [{"guess": "crane", "replies": ["01200", None]}]
    assert (
        "Board 2 is still open"
        in ask(client, "boards/assist", 409, edition="original", boards=2, turns=turns)["detail"]
    )


def test_past_answers_count_less_and_are_marked(client: TestClient) -> None:
    kept = ask(client, "past", text="date,word\n2025-03-02,guard\n")
    assert kept["sentence"] == "1 past answer, all with a date, the last on 2025-03-02."
    clues = [{"guess": "crane", "reply": "01200"}, {"guess": "shtik", "reply": "00000"}]
    before, after = ask(client, "suggest", clues=clues), ask(client, "suggest", clues=clues, past=kept["past"])
    assert (before["past"], after["past"]) == ({}, {"guard": "2025-03-02"})
    assert "past answers" in after["title"]
    chances = [{each["word"]: each["chance"] for each in answer["secrets"]}["guard"] for answer in (before, after)]
    assert chances[1] < 0.1 * chances[0]
    client.app.state.caches.past.clear()  # type: ignore[attr-defined]
    assert ask(client, "split", 409, guess="crane", past=kept["past"])["kind"] == "past"
    assert ask(client, "past", 409, text="the lemur")["detail"].startswith("Line 1: write a word, or a date and a word")
