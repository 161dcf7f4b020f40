"""Which cases of a test `make test` runs; `make test-slow` runs all of them."""

from collections.abc import Collection, Sequence
from itertools import combinations, product
from typing import Any

import pytest


def first(count: int, cases: Collection[Any]) -> list[Any]:
    """Mark all cases except the first ones slow. Cases with marks do not count."""
    marked = [_is_slow(case) for case in cases]
    return [
        case if slow or place - sum(marked[:place]) < count else _slow(case)
        for place, (case, slow) in enumerate(zip(cases, marked, strict=True))
    ]


def meeting(*axes: Sequence[Any], together: int = 1) -> list[Any]:
    """All combinations of parameter values; slow except for a few that cover every value.

    With `together` 2, any two values of different parameters meet in one of these few.
    """
    left = {
        case: {*combinations(enumerate(case), together)} for case in product(*(range(len(values)) for values in axes))
    }
    usual, missing = [], set().union(*left.values())
    while missing:
        usual.append(max(left, key=lambda case: len(left[case] & missing)))
        missing -= left[usual[-1]]
    combined = [tuple(values[place] for values, place in zip(axes, case, strict=True)) for case in left]
    return [given if case in usual else _slow(given) for case, given in zip(left, combined, strict=True)]


def _is_slow(case: Any) -> bool:
    return isinstance(case, type(pytest.param())) and any(mark.name == "slow" for mark in case.marks)


def _slow(case: Any) -> Any:
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, marks=[*case.marks, pytest.mark.slow], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
