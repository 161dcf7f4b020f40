from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest import FewestError
from fewest.specs import known_options, read, write


def make_box(*, sides: int = 4, lid: bool = True, colour: str = "red") -> None:
    """A box."""


def make_ball() -> None:
    """A ball."""


MAKERS: dict[str, Callable[..., Any]] = {"box": make_box, "ball": make_ball}
TOYS = ("toy", "toys")


def test_the_options_are_the_parameters_with_their_defaults() -> None:
    assert known_options(make_box) == {"sides": 4, "lid": True, "colour": "red"}
    assert known_options(make_ball) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("box", {}),
        ("box:", {}),
        ("box:sides=6", {"sides": 6}),
        ("box:lid=no,sides=06", {"lid": False, "sides": 6}),
        ("box:lid=TRUE", {"lid": True}),
        ("box:lid=0", {"lid": False}),
        ("box:colour=", {"colour": ""}),
        ("box:colour=a=b:c", {"colour": "a=b:c"}),
        ("box:colour=a,b,,sides=6", {"colour": "a,b,", "sides": 6}),
        ("box:sides=1,sides=2", {"sides": 2}),
        ("box:within=3", {"within": 3}),
    ],
)
def test_a_name_and_its_options_are_read(text: str, expected: dict[str, object]) -> None:
    name, given = read(text, MAKERS, TOYS, [("within", int)])
    assert (name, given) == ("box", expected)
    assert {key: type(value) for key, value in given.items()} == {key: type(value) for key, value in expected.items()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no toy ''; the toys are box, ball."),
        ("bocks:sides=6", "There is no toy 'bocks'; the toys are box, ball."),
        ("Box", "There is no toy 'Box'; the toys are box, ball."),
        ("box:edges=6", "box has no option 'edges'; its options are sides, lid, colour."),
        ("box:sides=6,", "box has no option ''; its options are sides, lid, colour."),
        ("ball:sides=6", "ball has no option 'sides'; it has none."),
        ("box:sides", "box: sides must be a whole number, not ''."),
        ("box:sides=-1", "box: sides must be a whole number, not '-1'."),
        ("box:sides=1.5", "box: sides must be a whole number, not '1.5'."),
        ("box:sides=²", "box: sides must be a whole number, not '²'."),
        ("box:sides=1000000000", "box: sides must be below 1,000,000,000, not 1000000000."),
        ("box:sides=" + "9" * 5000, "box: sides must be below 1,000,000,000, not 999999999999999999."),
        ("box:lid=maybe", "box: lid must be yes or no, not 'maybe'."),
    ],
)
def test_invalid_specs_are_refused_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(FewestError) as caught:
        read(text, MAKERS, TOYS)
    assert str(caught.value) == message


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "sides": st.integers(0, 10**9 - 1),
            "lid": st.booleans(),
            "colour": st.text(st.characters(exclude_characters="=")) | st.text(st.characters(exclude_characters=",")),
        },
    )
)
def test_read_inverts_write(options: dict[str, int | bool | str]) -> None:
    assert read(write("box", **options), MAKERS, TOYS) == ("box", options)
