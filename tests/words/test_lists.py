import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import Belief, Setup, Wordle
from fewest.errors import WordListError
from fewest.search.shipped_values import known_openers
from fewest.words import EDITIONS, WordList, edition, from_language, from_lists, normalise
from fewest.words.lists import EDITION_FACTS
from tests import samples
from tests.cases import first


def write(folder: Path, content: bytes | str, name: str = "words.txt") -> Path:
    """Write a word list unchanged."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("name", "guesses", "answers"), [("original", 12972, 2315), ("nyt-2022", 12974, 2309), ("nyt-2023", 14855, 3158)]
)
def test_editions_are_sorted_sets_of_five_letters(name: str, guesses: int, answers: int) -> None:
    words = edition(name)
    assert (len(words.guesses), len(words.answers)) == (guesses, answers)
    assert [*words.guesses] == sorted({*words.guesses})
    assert [*words.answers] == sorted({*words.answers})
    assert {*words.answers} <= {*words.guesses}
    assert all(len(word) == 5 and word.isascii() and word.isalpha() and word.islower() for word in words.guesses)


def test_editions_differ_as_published() -> None:
    first, second = edition("original"), edition("nyt-2022")
    assert {*first.answers} - {*second.answers} == {"agora", "fibre", "lynch", "pupal", "slave", "wench"}
    assert {*second.answers} <= {*first.answers}
    assert {*second.guesses} - {*first.guesses} == {"koran", "quran"}
    assert {*first.guesses} <= {*second.guesses}
    assert len({edition(name).fingerprint for name in EDITIONS}) == len(EDITIONS)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_best_opener_of_an_edition_is_the_least_of_the_shipped_openers(name: str) -> None:
    facts, game = EDITION_FACTS[name], samples.edition(name)
    table = known_openers(Belief.start(game))
    assert table is not None
    assert facts.total == table.costs[table.costs > 0].min() == table.costs[game.guess_index[facts.opener]]


def test_an_unknown_edition_is_answered_with_those_that_exist() -> None:
    with pytest.raises(WordListError, match=r"no edition 'nyt'; the editions are original, nyt-2022, nyt-2023\."):
        edition("nyt")


def test_a_fingerprint_tells_words_and_not_names_apart() -> None:
    words = WordList("one", ("ab", "cd"), ("ab",))
    assert words.fingerprint == WordList("another", words.guesses, words.answers).fingerprint
    assert words.fingerprint != WordList("one", words.guesses, words.guesses).fingerprint
    assert words.fingerprint != WordList("one", ("ab", "ce"), ("ab",)).fingerprint


@pytest.mark.parametrize(
    "content",
    [
        "crane\nsloth\n",
        "crane\nsloth",
        "\n\n  sloth  \n\t\ncrane\n\n",
        "CRANE\nSloth\ncrane\nSLOTH\n",
        "crane\r\nsloth\r\n",
        "crane\rsloth",
        b"\xef\xbb\xbfcrane\nsloth\n",
    ],
    ids=["plain", "no last newline", "blank lines", "case and repeats", "windows", "old mac", "byte order mark"],
)
def test_a_list_is_read_however_it_is_saved(tmp_path: Path, content: bytes | str) -> None:
    words = from_lists(write(tmp_path, content))
    assert words == WordList("words.txt", ("crane", "sloth"), ("crane", "sloth"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("crane\nsloths\n", r"line 2: 'sloths' has 6 letters, but the words before it have 5\."),
        ("crane\n\n\nslot", r"line 4: 'slot' has 4 letters, but the words before it have 5\."),
        ("", "the file has no words; write one word per line"),
        (b"crane\ncr\xeape\n", "line 2: not UTF-8 text; save the file as UTF-8"),
        ("crane\n".encode("utf-16"), "line 1: not UTF-8 text; save the file as UTF-8"),
        ("cr4ne\n", "line 1: 'cr4ne' is not a word; write one word per line, letters only"),
        ("crane,sloth\n", "line 1: 'crane,sloth' is not a word"),
        ("cra\0e\n", r"line 1: 'cra\\x00e' is not a word"),
        ("a\nb\n", r"line 1: 'a' has 1 letter; words may have 2 to 12\."),
        ("abcdefghijklm\n", "line 1: 'abcdefghijklm' has 13 letters; words may have 2 to 12"),
        ("a" * 5000, r"line 1: 'a{29}…' has 5,000 letters"),
    ],
)
def test_an_invalid_list_is_refused_with_file_and_line(tmp_path: Path, content: bytes | str, message: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(WordListError, match=message) as caught:
        from_lists(path)
    assert str(caught.value).startswith(str(path))


@given(st.binary(max_size=40) | st.text(max_size=30) | st.from_regex(r"([a-c]{3}\s)+", fullmatch=True))
def test_any_file_is_a_list_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes | str) -> None:
    path = write(tmp_path_factory.getbasetemp(), content if isinstance(content, bytes) else content.encode())
    try:
        words = from_lists(path)
    except WordListError:
        return
    assert [*words.answers] == [*words.guesses] == sorted({*words.guesses})
    assert {len(word) for word in words.guesses} == {words.length} <= {*range(2, 13)}


@given(st.lists(st.text("abcé", min_size=3, max_size=3), min_size=1, unique=True), st.data())
def test_words_in_python_make_the_list_of_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], data: st.DataObject
) -> None:
    answers = data.draw(st.lists(st.sampled_from(words), min_size=1, unique=True))
    folder = tmp_path_factory.getbasetemp()
    files = [write(folder, "\n".join(each), f"{len(each)}.txt") for each in (answers, words)]
    if len(words) == len(answers):
        files[0] = write(folder, "\n".join(answers), "answers.txt")
    ours, theirs = from_lists(iter(answers), np.array(words)), from_lists(*files)
    assert ours == replace(theirs, name="your list")
    assert (ours.given, ours.fingerprint) == (theirs.given, theirs.fingerprint)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["crane", "slot"], r"answers, word 2: 'slot' has 4 letters, but the words before it have 5\."),
        (["crane", "slate", "Crane"], r"answers, word 3: 'crane' is in the list twice; give each word once\."),
        (["crane", "cr4ne"], r"answers, word 2: 'cr4ne' is not a word; use letters only\."),
        (["crane", ""], r"answers, word 2: '' is not a word; use letters only\."),
        (["crane", float("nan")], r"answers, word 2: nan is not text; use strings\."),
        ([], r"answers: the list is empty; give at least one word\."),
        ({"crane": 2}, r"answers: give a list of words, not \{'crane': 2\}\."),
        (5, r"answers: give a list of words, not 5\."),
    ],
)
def test_invalid_words_in_python_are_refused_with_their_place(words: Any, message: str) -> None:
    for make in (from_lists, Wordle, lambda given: Setup(answers=given).belief()):
        with pytest.raises(WordListError, match=f"^{message}$"):
            make(words)


FRUIT = ["lemon", "mango"]


@pytest.mark.parametrize(("words", "guesses"), [("crane", None), (["crane"], "slate"), (edition("original"), FRUIT)])
def test_a_game_needs_lists_of_words(words: Any, guesses: Any) -> None:
    with pytest.raises(WordListError, match=r"Give the words as a list|leave guesses out\."):
        Wordle(words, guesses)


@pytest.mark.parametrize(("name", "reason"), [("missing.txt", "No such file"), (".", "Is a directory")])
def test_an_unreadable_file_is_refused_by_name(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(WordListError, match=rf"cannot be read \({reason}.*\)\.$") as caught:
        from_lists(tmp_path / name)
    assert str(caught.value).startswith(str(tmp_path / name))


def test_an_answer_that_is_not_an_allowed_guess_becomes_one(tmp_path: Path) -> None:
    answers, guesses = write(tmp_path, "sloth\n", "answers"), write(tmp_path, "zebra\ncrane\n", "guesses")
    assert from_lists(answers, guesses) == WordList("answers + guesses", ("crane", "sloth", "zebra"), ("sloth",))
    assert from_lists(guesses=guesses) == WordList("guesses", ("crane", "zebra"), ("crane", "zebra"))
    with pytest.raises(WordListError, match="Give answers, guesses or both"):
        from_lists()


def test_answers_and_guesses_must_be_as_long(tmp_path: Path) -> None:
    answers, guesses = write(tmp_path, "sloth\n", "answers"), write(tmp_path, "\ncranes\n", "guesses")
    with pytest.raises(WordListError, match="line 2: 'cranes' has 6 letters, but the words before it have 5") as caught:
        from_lists(answers, guesses)
    assert str(caught.value).startswith(str(guesses))


def test_the_name_of_a_list_need_not_be_valid_text(tmp_path: Path) -> None:
    words = from_lists(write(tmp_path, "crane", "w\udcff.txt"))
    assert words.name == "w?.txt"


@pytest.mark.parametrize(
    ("written", "word"),
    [("CRANE", "crane"), ("E\u0301tE\u0301", "été"), ("GRÖẞE", "größe"), ("İzmir", "İzmir"), ("ΣΟΦΌΣ", "σοφόσ")],
)
def test_words_are_written_one_way(written: str, word: str) -> None:
    assert normalise(written) == word


@given(st.text())
def test_a_word_written_the_one_way_stays_so(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.slow
def test_another_language_has_its_common_words_as_answers() -> None:
    words = from_language("de", 6)
    assert words.name == "de-6"
    assert {*words.answers} < {*words.guesses}
    assert {"länder", "schule", "besser"} <= {*words.answers}
    assert sorted(words.ranked) == [*words.guesses]
    assert {*words.ranked[: len(words.answers)]} == {*words.answers}
    assert all(len(word) == 6 and word == normalise(word) for word in words.guesses)


@pytest.mark.parametrize(("language", "length", "count"), first(1, [("fil", 4, 700), ("fil", 4, 1), ("en", 5, 4047)]))
def test_the_most_frequent_words_are_those_that_wordfreq_lists_first(language: str, length: int, count: int) -> None:
    import wordfreq  # takes long, so not with this file

    first = [word for word in wordfreq.iter_wordlist(language) if len(word) == length and word.isalpha()][:count]
    words = from_language(language, length, count)
    assert words == WordList(f"{language}-{length}-top-{count}", tuple(sorted(first)), tuple(sorted(first)), (*first,))
    assert words.ranked == from_language(language, length).ranked[:count]


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, -1, 10**6])
def test_more_words_than_there_are_is_refused(count: int) -> None:
    known = len(from_language("fil", 4).guesses)
    message = f"Choose from 1 to {known:,} words, not {count:,}: wordfreq has no more of 4 letters in 'fil'."
    assert len(from_language("fil", 4, known).answers) == known
    with pytest.raises(WordListError) as caught:
        from_language("fil", 4, count)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("language", "length", "message"),
    [
        ("xx", 5, "no language 'xx'; wordfreq knows ar, "),
        ("en", 1, r"Choose words of 2 to 12 letters, not 1\."),
        ("en", 13, "Choose words of 2 to 12 letters, not 13"),
        ("ko", 12, "wordfreq knows no common words of 12 letters in 'ko'; try another length"),
    ],
)
def test_a_language_that_cannot_be_played_is_refused(language: str, length: int, message: str) -> None:
    with pytest.raises(WordListError, match=message):
        from_language(language, length)


def test_without_wordfreq_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(WordListError, match=r"need the package wordfreq; install it with: pip install 'fewest\[lang"):
        from_language("de")


def test_a_list_has_a_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "aback\nabase\nabate\n")
    monkeypatch.setattr("fewest.words.lists.MOST_WORDS", 2)
    with pytest.raises(WordListError, match=r"words\.txt: a list may have at most 2 words; this one has more\.$"):
        from_lists(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_that_never_ends_is_refused_at_once() -> None:
    with pytest.raises(WordListError, match=r"^/dev/zero: cannot be read \(it has more than 16 MB, the limit\)\.$"):
        from_lists("/dev/zero")
