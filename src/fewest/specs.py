"""The syntax for strategies and games with options, such as lookahead:depth=3,width=10."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fewest.errors import FewestError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Value = int | bool | str

MAX_DIGITS = 9
"""The largest number of digits in the value of an option."""

BOOLEANS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def known_options(make: Callable[..., Any]) -> dict[str, Value]:
    """The options of a factory: its parameters with their defaults.

    A class method with `**options` has the options of its class.
    """
    parameters = inspect.signature(make).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        parameters = inspect.signature(getattr(make, "__self__", make)).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters}


def read(
    text: str,
    makers: Mapping[str, Callable[..., Any]],
    nouns: tuple[str, str],
    more: Iterable[tuple[str, type]] = (),
) -> tuple[str, dict[str, Value]]:
    """Parse a name and its options.

    `nouns` are the singular and plural for messages; `more` are options that all have in common. Hyphens may stand for
    underscores, as in guess-from=answers.

    >>> read("box:sides=6,lid=no", {"box": lambda *, sides=4, lid=True: None}, ("toy", "toys"))
    ('box', {'sides': 6, 'lid': False})
    """
    name, _, rest = text.partition(":")
    if name not in makers:
        raise FewestError(f"There is no {nouns[0]} {name!r}; the {nouns[1]} are {', '.join(makers)}.")
    known = {key: type(value) for key, value in known_options(makers[name]).items()} | dict(more)
    given: dict[str, Value] = {}
    key = ""
    for item in rest.split(",") if rest else ():
        if "=" not in item and known.get(key) is str:
            given[key] = f"{given[key]},{item}"  # a text such as a file name may contain commas
            continue
        key, _, value = item.partition("=")
        key = key.replace("-", "_")
        if key not in known:
            has = f"its options are {', '.join(known)}" if known else "it has none"
            raise FewestError(f"{name} has no option {key!r}; {has}.")
        given[key] = _value(name, key, known[key], value)
    return name, given


def _value(name: str, key: str, kind: type, text: str) -> Value:
    if kind is bool:
        if text.lower() not in BOOLEANS:
            raise FewestError(f"{name}: {key} must be yes or no, not {text!r}.")
        return BOOLEANS[text.lower()]
    if kind is int:
        if not text.isdecimal():
            raise FewestError(f"{name}: {key} must be a whole number, not {text!r}.")
        if len(text) > MAX_DIGITS:
            raise FewestError(f"{name}: {key} must be below {10**MAX_DIGITS:,}, not {text[: 2 * MAX_DIGITS]}.")
        return int(text)
    return text


def entry_points(group: str) -> "Iterable[EntryPoint]":
    """The entry points of other packages; importlib.metadata is slow to import."""
    from importlib.metadata import entry_points

    return entry_points(group=group)


def load(point: "EntryPoint", noun: str) -> Any:
    """Load an entry point; any failure is a FewestError."""
    try:
        return point.load()
    except Exception as error:
        raise FewestError(f"The {noun} {point.name} of {point.value} cannot be loaded ({error}).") from None


def write(name: str, **options: Value) -> str:
    """Write a name and its options as `read` reads them."""
    words = {True: "yes", False: "no"}
    items = [f"{key}={words[value] if isinstance(value, bool) else value}" for key, value in options.items()]
    return f"{name}:{','.join(items)}" if items else name
