"""What all tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings

from fewest import Wordle
from tests import samples

settings.register_profile(
    "fewest", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("few", settings.get_profile("fewest"), max_examples=20)
settings.load_profile(os.environ.get("FEWEST_EXAMPLES", "fewest"))


@pytest.fixture(scope="session")
def original() -> Wordle:
    """The default edition."""
    return samples.edition("original")
