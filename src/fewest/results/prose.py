"""Numbers and words as people read them."""

from collections.abc import Sequence


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number and what is counted: 1 guess, 2,315 answers."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def capital(letter: str) -> str:
    """A letter as a tile shows it: large, unless that would be two letters."""
    return letter.upper() if len(letter.upper()) == 1 else letter


def listed(words: Sequence[str]) -> str:
    """Words in a row, with commas where a space would not tell them apart."""
    return (", " if any(" " in word for word in words) else " ").join(words)


def listed_some(words: Sequence[str], most: int) -> str:
    """The first words in a row, and how many more there are."""
    return listed(words[:most]) + (f" and {len(words) - most:,} more" if len(words) > most else "")


def percent(chance: float) -> str:
    """A chance for people: none is a dash, a small one does not look like none, nor a large one like certainty."""
    if not 0.0005 <= chance < 0.995:
        return "-" if chance == 0 else "100%" if chance == 1 else "<0.1%" if chance < 0.5 else ">99%"
    return f"{chance:.1%}" if chance < 0.1 else f"{chance:.0%}"


def lowered(sentence: str) -> str:
    """A sentence as it goes on after a colon."""
    return f"{sentence[:1].lower()}{sentence[1:]}"
