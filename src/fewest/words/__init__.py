"""Word lists and priors: shipped editions, files, and other languages."""

from fewest.words.lists import (
    EDITIONS,
    WordList,
    edition,
    from_files,
    from_language,
    from_text,
    known_languages,
    normalise,
)
from fewest.words.prior import (
    PastAnswers,
    discount,
    frequency_weights,
    midpoint_and_steepness,
    ranking,
    read_weight,
    read_weights,
    today_weights,
    unranked,
)

__all__ = [
    "EDITIONS",
    "PastAnswers",
    "WordList",
    "discount",
    "edition",
    "frequency_weights",
    "from_files",
    "from_language",
    "from_text",
    "known_languages",
    "midpoint_and_steepness",
    "normalise",
    "ranking",
    "read_weight",
    "read_weights",
    "today_weights",
    "unranked",
]
