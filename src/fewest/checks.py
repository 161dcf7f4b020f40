"""Checks of what people pass to public functions and methods: a wrong argument gets one sentence."""

import inspect
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, wraps
from numbers import Integral, Real
from typing import Any, Literal, ParamSpec, TypeVar, Union, cast, get_args, get_origin

from fewest.errors import ArgumentError

_Arguments = ParamSpec("_Arguments")
_Returned = TypeVar("_Returned")

SHOWN_LENGTH = 40
"""The longest text of a value in a message."""

NAMES: dict[Any, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    type(None): "None",
    "ndarray": "an array",
    "ParsedGame": "a ParsedGame",
    "Scorer": "a Scorer, such as SCORERS['entropy']",
    "Belief": "a Belief, such as Setup().belief()",
    "Curve": "a Curve, such as Curve.load('curve.json')",
    "Game": "a Game, such as Wordle.edition('original')",
    "Path": "a file name",
    "Player": "a strategy, such as strategy('entropy')",
    "Node": "a Node, such as tree.root",
    "Prover": "a Prover, such as Prover(belief), or a Belief or Setup",
    "Setup": "a Setup, such as Setup(edition='original')",
    "Strategy": "a strategy, such as strategy('entropy')",
    "Tree": "a Tree, such as grow(strategy('entropy'), belief)",
    "Watch": "a Watch",
    "WordList": "a WordList",
}
"""The name of each kind of argument in messages."""


class MisfitError(Exception):
    """A value that does not fit an annotation."""


def checked(function: Callable[_Arguments, _Returned]) -> Callable[_Arguments, _Returned]:
    """Check the arguments of a function against its annotations, and convert them where it is obvious how.

    A text counts as a list of one text. A value that is not of the wanted class is converted by the method `of` of
    that class, if it has one: a Belief to a Setup, for example. Annotations known only to type checkers are skipped.

    >>> @checked
    ... def spell(words: Sequence[str], times: int = 1) -> list[str]:
    ...     return [*words] * times
    >>> spell("crane", times=2)
    ['crane', 'crane']
    >>> spell(["crane"], times="often")
    Traceback (most recent call last):
    fewest.errors.ArgumentError: spell: times must be a whole number, not 'often'.
    """
    signature = inspect.signature(function)
    annotations = cache(lambda: {name: _read(each.annotation, function) for name, each in signature.parameters.items()})
    name = function.__qualname__.removesuffix(".__init__").removesuffix(".__post_init__")

    @wraps(function)
    def call(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Returned:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError as error:
            known = [each.name for each in signature.parameters.values() if each.name not in ("self", "cls")]
            raise ArgumentError(f"{name}: {error}; its arguments are {', '.join(known)}.") from None
        for key, value in given.arguments.items():
            wanted, what = annotations()[key], f"{name}: {key}"
            if signature.parameters[key].kind is inspect.Parameter.VAR_POSITIONAL:
                given.arguments[key] = tuple(fit(each, wanted, what) for each in value)
            elif signature.parameters[key].kind is not inspect.Parameter.VAR_KEYWORD:
                given.arguments[key] = fit(value, wanted, what)
        return function(*given.args, **given.kwargs)

    return cast("Callable[_Arguments, _Returned]", call)


def fit(value: Any, wanted: Any, what: str) -> Any:
    """A value as an annotation wants it; the error for another one says what `what` must be."""
    try:
        return _fit(value, wanted)
    except MisfitError:
        raise ArgumentError(f"{what} must be {_name(wanted)}, not {_shown(value)}.") from None


def check_fields(made: Any) -> None:
    """Check the fields of a dataclass against their annotations."""
    for each in fields(made):
        fit(getattr(made, each.name), each.type, f"{type(made).__name__}: {each.name}")


def _read(annotation: Any, function: Callable[..., Any]) -> Any:
    """An annotation as a type; Any if it cannot be known here."""
    if annotation is inspect.Parameter.empty:
        return Any
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, getattr(function, "__globals__", {}))
    except NameError:
        return Any


def _fit(value: Any, wanted: Any) -> Any:
    origin, parts = get_origin(wanted), get_args(wanted)
    if wanted is Any or isinstance(wanted, TypeVar | str):
        return value
    if origin in (Union, types.UnionType):
        return _fit_one(value, parts)
    if wanted is None or wanted is type(None):
        return _require(value is None, value)
    if origin is Literal:
        return _require(value in parts, value)
    if wanted is float:
        return _require(isinstance(value, Real) and not isinstance(value, bool), value)
    if wanted is int:
        return _require(isinstance(value, Integral) and not isinstance(value, bool), value)
    if wanted is bool:
        return _require(type(value).__name__ in ("bool", "bool_"), value)  # of numpy too
    if origin in (Sequence, Iterable, list, tuple, set, frozenset):
        return _fit_series(value, origin, parts)
    if origin is Mapping or origin is dict:
        return _require(isinstance(value, Mapping), value)
    if Callable in (origin, wanted):
        return _require(callable(value), value)
    kind = origin or wanted
    return _fit_class(value, kind) if isinstance(kind, type) else value


def _require(fits: bool, value: Any) -> Any:
    if not fits:
        raise MisfitError
    return value


def _fit_one(value: Any, kinds: Sequence[Any]) -> Any:
    """Convert a value to the first of some types that it fits."""
    for kind in kinds:
        if isinstance(kind, type) and type(value) is kind:
            return value
    for kind in kinds:
        try:
            return _fit(value, kind)
        except MisfitError:
            continue
    raise MisfitError


def _fit_series(value: Any, kind: Any, parts: Sequence[Any]) -> Any:
    """A list of values; a text is a list of one text."""
    if kind is tuple and len(parts) == 2 and parts[1] is not Ellipsis:
        return _require(isinstance(value, tuple), value)
    each = parts[0] if parts else Any
    if isinstance(value, str):
        return (_fit(value, each),)
    if isinstance(value, bytes | Mapping) or not hasattr(value, "__iter__"):
        raise MisfitError
    if isinstance(value, list | tuple) or not isinstance(value, Sequence):
        if each not in (str, int, float):
            return value
        found = [_fit(part, each) for part in value]
        return value if isinstance(value, list | tuple) else tuple(found)
    return value


def _fit_class(value: Any, wanted: type) -> Any:
    """An object of a class or of a protocol."""
    if getattr(wanted, "_is_protocol", False):
        members = [name for kind in wanted.__mro__ for name in vars(kind) if not name.startswith("_")]
        known = [name for name in members if name not in ("mro",)]
        return _require(not isinstance(value, type) and all(hasattr(value, name) for name in known), value)
    if isinstance(value, wanted):
        return value
    make = getattr(wanted, "of", None)
    made = None if make is None else make(value)
    return _require(made is not None, made)


def _name(wanted: Any) -> str:
    """What a value must be, in words."""
    origin, parts = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        names = dict.fromkeys(_name(part) for part in parts if part is not type(None))
        return " or ".join(names)
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin in (Sequence, Iterable, list, tuple, set, frozenset):
        inner = {str: " of strings", int: " of whole numbers", float: " of numbers"}
        return f"a list{inner.get(parts[0], '') if parts else ''}"
    if origin in (Mapping, dict):
        return "a dict"
    if Callable in (origin, wanted):
        return "a function"
    name = getattr(wanted, "__name__", str(wanted))
    return NAMES.get(wanted) or NAMES.get(name) or f"an object of the class {name}"


def _shown(value: Any) -> str:
    """A value in a message: itself if it is short, else what it is."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    text = repr(value)
    if len(text) <= SHOWN_LENGTH and "\n" not in text and " object at " not in text:
        return text
    return f"a {type(value).__name__}"
