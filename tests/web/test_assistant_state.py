"""The state of the assistant, which needs no browser."""

from tests.web import javascript


def test_the_state_of_the_assistant() -> None:
    assert "fail 0" in javascript.run("assistant_state.mjs")
