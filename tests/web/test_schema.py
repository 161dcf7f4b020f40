"""Whatever the OpenAPI description allows is answered as it says, and whatever it forbids is refused."""

from functools import partial
from typing import Any

import pytest
import schemathesis
from hypothesis import settings

from fewest import grow, strategy
from fewest.converge import converge
from fewest.web import api, limits
from fewest.web.server import create_app
from tests import samples

pytestmark = pytest.mark.timeout(600)
schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", create_app(["testserver"]))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches give up soon, for here only the form of their answers matters."""
    for name, seconds in (("TREE_SECONDS", 0.2), ("COMPARE_SECONDS", 1.0)):
        monkeypatch.setattr(limits, name, seconds)
    monkeypatch.setattr(api, "grow", lambda play, *given: grow(strategy("minimax"), *given))
    monkeypatch.setattr(api, "search_on", partial(converge, iterations=2))


@schema.parametrize()
@settings(max_examples=8 if samples.some_of(100) == 100 else 2)
def test_the_description_is_kept(case: "schemathesis.Case[Any]") -> None:
    case.call_and_validate(timeout=300)  # its own, ten seconds, is less than a comparison may take
