"""Requests that the OpenAPI description allows get answers that match it; others are refused."""

from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import settings

from fewest import Belief, Scorer, grow, strategy
from fewest.learning.convergence import Convergence, converge
from fewest.questions import converge as question
from fewest.questions import evaluate
from fewest.web import limits
from fewest.web.server import create_app
from fewest.words import EDITIONS
from tests import samples

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", create_app(["testserver"]))


@cache
def improve(edition: str, scorer: Scorer) -> Convergence:
    """Two iterations are enough for the schema."""
    return converge(Belief.start(samples.edition(edition)), scorer, iterations=2)


def improve_briefly(belief: Belief, scorer: Scorer, *given: object, **more: object) -> Convergence:
    """The same of any game."""
    label = belief.game.label
    return improve(label, scorer) if label in EDITIONS else converge(belief, scorer, iterations=2)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten searches, because only the form of the answers matters here."""
    for name, seconds in (("TREE_SECONDS", 0.2), ("COMPARE_SECONDS", 1.0)):
        monkeypatch.setattr(limits, name, seconds)
    monkeypatch.setattr(evaluate, "grow", lambda play, *given, **more: grow(strategy("minimax"), *given, **more))
    monkeypatch.setattr(question, "search", improve_briefly)


@schema.parametrize()
@settings(max_examples=8 if samples.some_of(100) == 100 else 2)
def test_the_description_is_kept(case: "schemathesis.Case[Any]") -> None:
    answer = case.call(timeout=300)  # its own, ten seconds, is less than a comparison may take
    if answer.status_code != 413:  # a body that is too large is refused too, though not for schemathesis
        case.validate_response(answer)
