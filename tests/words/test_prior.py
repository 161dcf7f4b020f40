import math
from datetime import date
from fractions import Fraction
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.errors import WordListError
from fewest.words import (
    EDITIONS,
    PastAnswers,
    WordList,
    discount,
    edition,
    frequency_weights,
    from_language,
    read_weights,
    today_weights,
)
from fewest.words.prior import RANKED, WEIGHT_SCALE, Past, in_millionths, ranking
from tests.cases import meeting

ROOT = Path(__file__).parents[2]
WORDS = ["aback", "abase", "äpfel"]
OWN = WordList("own", ("about", "their", "vozhd", "zzzza", "zzzzz"), ("about", "zzzzz"))
"""Two frequent words, a rare word, and two words outside all editions."""
ORIGINAL = edition("original")
RANKS = ranking(ORIGINAL)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the weights."""
    return tmp_path / "weights.txt"


def plain(rank: int, midpoint: float, steepness: float) -> float:
    """The plain formula, which overflows far from the midpoint."""
    return 1 / (1 + math.exp(steepness * (rank - midpoint)))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_guess_of_an_edition_has_one_rank(name: str) -> None:
    words = edition(name)
    ranked = ranking(words)
    assert sorted(ranked) == [*words.guesses]
    assert {"about", "their", "there", "which", "would"} == {*ranked[:5]}
    place = {word: index for index, word in enumerate(ranked)}
    midpoint = sorted(place[word] for word in words.answers)[len(words.answers) // 2]
    assert midpoint < len(ranked) / 6, "the curated answers are frequent words"


def test_the_ranks_are_what_the_tool_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spec = spec_from_file_location("build_ranks", ROOT / "tools" / "build_ranks.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    if version("wordfreq") != tool.WORDFREQ:
        pytest.skip("the ranks are made from another version of wordfreq")
    monkeypatch.setattr(tool, "RANKED", tmp_path / "ranked.txt")
    tool.main()
    assert (tmp_path / "ranked.txt").read_bytes() == RANKED.read_bytes()


def test_your_own_words_rank_among_the_known_ones_or_last_in_alphabetical_order() -> None:
    assert ranking(OWN) == ["about", "their", "vozhd", "zzzza", "zzzzz"]
    backwards = WordList("own", ("qqqqq", "their", "which", "xxxxx"), ("which",))
    assert ranking(backwards) == ["their", "which", "qqqqq", "xxxxx"]
    with pytest.raises(WordListError, match=r"No word of mine has a known frequency; use a file of wei"):
        ranking(WordList("mine", ("zzzza", "zzzzz"), ("zzzza",)))


def test_a_list_with_ranks_of_its_own_uses_them() -> None:
    words = WordList("own", ("about", "their", "which"), ("about",), ranked=("which", "other", "about"))
    assert ranking(words) == ["which", "about", "their"]
    filipino = from_language("fil", 4)
    import wordfreq  # takes long, so not with this file

    frequency = wordfreq.get_frequency_dict("fil", wordlist="best")
    assert ranking(filipino)[:3] == ["kung", "para", "mula"]
    assert sorted(ranking(filipino)) == [*filipino.guesses]
    known = [frequency[word] for word in ranking(filipino) if word in frequency]
    assert len(known) > 0.9 * len(filipino.guesses)
    assert known == sorted(known, reverse=True)
    [first, last] = frequency_weights(filipino, [ranking(filipino)[0], ranking(filipino)[-1]])
    assert first > Fraction(9, 10) > 10 * last


@given(
    places=st.lists(st.integers(0, 12_971), min_size=1, max_size=20, unique=True),
    midpoint=st.floats(-100, 14_000),
    steepness=st.floats(0, 0.05),
)
def test_the_weight_of_a_word_is_the_formula_of_its_rank(places: list[int], midpoint: float, steepness: float) -> None:
    secrets = [RANKS[place] for place in sorted(places)]
    weights = frequency_weights(ORIGINAL, secrets, midpoint, steepness)
    expected = [plain(place + 1, midpoint, steepness) for place in sorted(places)]
    rounded = [max(1 / WEIGHT_SCALE, each) for each in expected]  # what rounds to nothing stays possible
    assert [float(weight) for weight in weights] == pytest.approx(rounded, abs=0.501 / WEIGHT_SCALE, rel=0)
    assert weights == sorted(weights, reverse=True)
    assert all(0 < weight <= 1 and WEIGHT_SCALE % weight.denominator == 0 for weight in weights)


@pytest.mark.parametrize("steepness", [1.0, 1.7e308])
def test_the_steepest_prior_is_a_step(steepness: float) -> None:
    weights = frequency_weights(ORIGINAL, RANKS, 5000.5, steepness)
    step = [Fraction(1)] * 5000 + [Fraction(1, WEIGHT_SCALE)] * (len(RANKS) - 5000)
    far = 20 if steepness == 1 else 0
    assert weights[: 5000 - far] == step[: 5000 - far]
    assert weights[5000 + far :] == step[5000 + far :]
    assert {*frequency_weights(ORIGINAL, RANKS, -1e308, 1e308)} == {Fraction(1, WEIGHT_SCALE)}
    assert {*frequency_weights(ORIGINAL, RANKS, 1e308, 1e308)} == {Fraction(1)}


@pytest.mark.parametrize(("name", "past_known"), meeting(EDITIONS[::-1], [True, False]))
def test_today_every_word_weighs_what_the_formula_says(name: str, past_known: bool) -> None:
    words = edition(name)
    weights = today_weights(words, words.guesses, past_known=past_known)
    assert weights == slow_today_weights(words, past_known)
    assert all(0 < weight <= 1 and WEIGHT_SCALE % weight.denominator == 0 for weight in weights)
    some = words.guesses[::97]
    assert today_weights(words, some, past_known=past_known) == weights[::97]


def test_today_your_own_words_count_as_added_to_the_first_edition() -> None:
    frequent = dict(zip(OWN.guesses, frequency_weights(OWN, OWN.guesses), strict=True))
    weights = dict(zip(OWN.guesses, today_weights(OWN, OWN.guesses), strict=True))
    assert weights["about"] == Fraction(round(10**6 * math.exp(-1 / 40_000)), 10**6)
    assert weights["zzzzz"] == Fraction(round(10**6 * 0.13 * math.exp(-5 / 40_000)), 10**6)
    assert weights["their"] == Fraction(round(10**4 * frequent["their"]), 10**6)
    after = dict(zip(OWN.guesses, today_weights(OWN, OWN.guesses, past_known=True), strict=True))
    assert after["about"] == Fraction(round(10**6 * math.exp(-1 / 4000)), 10**6)
    assert after["zzzzz"] == Fraction(round(10**6 * 0.06 * math.exp(-5 / 4000)), 10**6)


def test_today_a_list_without_answers_of_the_first_edition_knows_answers_and_other_words_only() -> None:
    """English plurals count like other words too."""
    unknown = WordList("mine", ("zzzed", "zzzza", "zzzzs"), ("zzzed", "zzzza"))
    assert today_weights(unknown, unknown.guesses) == [1, 1, Fraction("0.01")]
    assert today_weights(unknown, unknown.guesses, past_known=True) == [1, 1, Fraction("0.0014")]
    filipino = from_language("fil", 4)
    assert min(today_weights(filipino, filipino.answers)) > Fraction("0.9")


def slow_today_weights(words: WordList, past_known: bool) -> list[Fraction]:
    """The rule of docs/belief.md, written out."""
    added, other, span = (0.06, 0.0014, 4000) if past_known else (0.13, 0.01, 40_000)
    rank = {word: place + 1 for place, word in enumerate(ranking(words))}
    answers, known = {*words.answers}, {*ORIGINAL.answers}
    found = []
    for word, frequency in zip(words.guesses, frequency_weights(words, words.guesses), strict=True):
        weight = math.exp(-rank[word] / span)
        ends = word[3:] == "ed" or (word[4] == "s" and word[3] not in "siu")
        if word not in answers:
            weight = other * float(frequency)
        elif word not in known:
            weight *= added
        else:
            ends = False
        millionths = round(10**6 * weight * (0.15 if ends else 1))
        found.append(Fraction(millionths or 1, 10**6))
    return found


@pytest.mark.parametrize("factor", [None, Fraction(1, 10), Fraction(1, 3), Fraction(1)])
def test_past_answers_weigh_less_by_a_factor(factor: Fraction | None, path: Path) -> None:
    path.write_text("\ufeffABASE\r\n\n  a\u0308pfel  \nzzzzz\n", encoding="utf-8")
    weights = [Fraction(1), Fraction(3), Fraction(2, 7)]
    given_factor = Fraction(34, 1000) if factor is None else factor
    made = discount(weights, WORDS, PastAnswers.load(path), factor)
    assert made == [1, 3 * given_factor, Fraction(2, 7) * given_factor]
    assert weights == [1, 3, Fraction(2, 7)]


@pytest.mark.parametrize(
    ("weight", "millionths"),
    [
        (0.25, 250_000),
        (1e-9, 1),
        (0.0, 1),
        (Fraction("0.0123456"), 12_346),
        (Fraction(1, 3 * 10**7), 1),
        (3, 3 * 10**6),
    ],
)
def test_weights_are_whole_millionths_and_at_least_one(weight: float | Fraction, millionths: int) -> None:
    assert in_millionths(weight) == Fraction(millionths, 10**6)


@pytest.mark.parametrize(
    "text",
    [
        "date,word\n2021-06-19,aback\n2026-01-31,abase\n",
        "2026-01-31;ABASE\r\n2021-06-19;Aback\r\n",
        "aback,2021-06-19\nabase 2026-01-31\n",
        "2021-06-19 aback\n\n2021-06-20 abase\n2026-01-31\tabase\n",
        "2026-01-31,abase\naback,2021-06-19\n2021-06-20,abase\n",
    ],
)
def test_past_answers_with_dates_weigh_less_by_their_age(text: str, path: Path) -> None:
    path.write_text(text)
    weights = [Fraction(1), Fraction(3), Fraction(2, 7)]
    assert discount(weights, WORDS, PastAnswers.load(path)) == [Fraction("0.16"), 3 * Fraction("0.006"), Fraction(2, 7)]
    assert discount(weights, WORDS, PastAnswers.load(path), Fraction(1, 3)) == [Fraction(1, 3), 1, Fraction(2, 7)]
    assert PastAnswers.load(path).describe() == "past answers 0.006 times as likely, 0.16 after 4 years"


def test_an_answer_is_old_four_years_before_the_last_date_of_the_file(path: Path) -> None:
    ones = [Fraction(1)] * 3
    for day, factor in (("2022-02-01", "0.16"), ("2022-02-02", "0.006")):
        path.write_text(f"{day},aback\nabase\n2026-02-01,zzzzz\n")
        made = discount(ones, WORDS, PastAnswers.load(path))
        assert made == [Fraction(factor), Fraction("0.034"), 1], "abase has no date"


def test_past_answers_are_read_with_their_dates_or_without(path: Path) -> None:
    path.write_text("date,word\n2021-06-19,Cigar\nREBUT\n\n1-2 3-4\n2022-01-31 cigar\n2020-01-31 cigar\n")
    past = PastAnswers.load(path)
    first, again, before = date(2021, 6, 19), date(2022, 1, 31), date(2020, 1, 31)
    answers = [Past("cigar", first), Past("rebut"), Past("1-2 3-4"), Past("cigar", again), Past("cigar", before)]
    assert past.read(secrets=["1-2 3-4"]) == answers
    assert past.last_days(secrets=["1-2 3-4"]) == {"cigar": again, "rebut": None, "1-2 3-4": None}
    path.write_text("cigar\nrebut\n")
    assert PastAnswers.load(path).describe() == "past answers 0.034 times as likely"


@pytest.mark.parametrize("line", ["crane 12", "2021-06-19,1,cigar", "19/06/2021, cigar", "the cigar"])
def test_a_line_without_a_past_answer_is_refused_by_its_number(line: str, path: Path) -> None:
    path.write_text(f"aback\n{line}\n")
    message = "line 2: write a word, or a date and a word, as in 2024-12-31,lemur."
    for past, where in ((PastAnswers.load(path), f"{path}, {message}"), (PastAnswers(f"a\n{line}"), f"L{message[1:]}")):
        with pytest.raises(WordListError) as caught:
            past.read()
        assert str(caught.value) == where


@pytest.mark.parametrize("line", ["2021-13-19,cigar", "cigar,2021-02-30"])
def test_an_invalid_date_is_refused_with_file_and_line(line: str, path: Path) -> None:
    path.write_text(f"2021-06-18,aback\n{line}\n")
    with pytest.raises(WordListError) as caught:
        PastAnswers.load(path).read()
    day = line.replace(",", "").replace("cigar", "")
    assert str(caught.value) == f"{path}, line 2: {day} is not a date; write it as in 2024-12-31."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"cannot be read \(No such file or directory\)"),
        (b"", "none of these words is a possible secret; write one past answer per line"),
        (b"zzzzz\n", "none of these words is a possible secret; write one past answer per line"),
        (b"abase\n\xff\n", "line 2: not UTF-8 text"),
    ],
)
def test_a_file_without_past_answers_is_refused_by_name(content: bytes | None, message: str, path: Path) -> None:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WordListError, match=message) as caught:
        discount([Fraction(1)] * 3, WORDS, PastAnswers.load(path))
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize(
    "text",
    [
        "aback 1\nabase 0.25\näpfel 2/3\n",
        "aback,1\nabase,0.25\näpfel,2/3",
        "äpfel = 2/3\n\n  \nABASE=2.5e-1\r\nAback\t1.000\n",
        "\ufeffaback 1\nzzzzz 7\nabase 1/4\nÄPFEL 4/6\ntoolong 1\n",
    ],
)
def test_weights_are_read_exactly_and_in_the_order_of_the_words(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")
    expected = [Fraction(1), Fraction(1, 4), Fraction(2, 3)]
    assert read_weights(path, WORDS) == read_weights(str(path), WORDS) == expected
    assert read_weights(path, WORDS[::-1]) == expected[::-1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("aback", "write a word and its weight, as in crane 0.25."),
        ("aback one", "'one' is not a weight; write a number such as 3 or 0.25."),
        ("aback nan", "'nan' is not a weight; write a number such as 3 or 0.25."),
        ("aback 1/0", "'1/0' is not a weight; write a number such as 3 or 0.25."),
        ("aback 0", "the weight of 'aback' must be above 0."),
        ("zzzzz -1", "the weight of 'zzzzz' must be above 0."),
        ("ABASE 1", "'abase' already has a weight."),
    ],
)
def test_a_line_without_a_weight_is_refused_by_file_and_line(line: str, message: str, path: Path) -> None:
    path.write_text(f"abase 1\n\n{line}\n", encoding="utf-8")
    with pytest.raises(WordListError) as caught:
        read_weights(path, WORDS)
    assert str(caught.value) == f"{path}, line 3: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no weight for 'aback' and 2 more; give every answer a weight."),
        ("aback 1\nabase 1\n", "no weight for 'äpfel'; give every answer a weight."),
    ],
)
def test_every_word_needs_a_weight(text: str, message: str, path: Path) -> None:
    path.write_text(text)
    with pytest.raises(WordListError) as caught:
        read_weights(path, WORDS)
    assert str(caught.value) == f"{path}: {message}"
