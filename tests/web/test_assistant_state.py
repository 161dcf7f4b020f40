"""What of the page needs no browser: the state of the assistant, and the sum of its engine."""

from tests.web import javascript


def test_the_state_of_the_assistant() -> None:
    assert "fail 0" in javascript.run("assistant_state.mjs")


def test_the_sha_256_of_the_engine() -> None:
    javascript.run("sha256.mjs")
