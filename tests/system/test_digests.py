import hashlib

from hypothesis import given
from hypothesis import strategies as st

from fewest.system.digests import digest


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_digest_is_the_beginning_of_the_sha256_sum(text: str) -> None:
    assert digest(text) == digest(text.encode()) == hashlib.sha256(text.encode()).hexdigest()[:16]
