"""What is known of each shipped edition besides its words."""

from dataclasses import dataclass


@dataclass(frozen=True)
class EditionFacts:
    """The title of an edition, and its best opener, proved over all openers by exact search."""

    title: str
    opener: str
    total: int
    """Guesses for all answers together, with perfect play after that opener."""


EDITION_FACTS = {
    "original": EditionFacts("Original", "salet", 7920),
    "nyt-2022": EditionFacts("NYT 2022", "salet", 7897),
    "nyt-2023": EditionFacts("NYT 2023", "tarse", 11219),
}
