"""Write docs/json.md, the reference of the JSON of results, from their classes.

python tools/build_json_docs.py

The description of a key is the docstring of its field, or comes from COMMON.
"""

import ast
import importlib
import inspect
import textwrap
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import fewest
from fewest.results import Result

PATH = Path(__file__).parents[1] / "docs" / "json.md"

HEAD = """\
# The JSON of results

Every result of fewest has one form as JSON: `--json` prints it, the API sends it, and in Python `to_json()` returns it.
null means unknown, not applicable, or infinite.

`python tools/build_json_docs.py` generates this file.
"""

SOURCES = {
    "Suggestions": ("suggest", "POST /suggest", "POST /suggest/exact"),
    "Parts": ("split", "POST /split"),
    "Value": ("POST /value",),
    "Replies": ("reply",),
    "Analysis": ("analyse", "POST /analyse"),
    "Regret": (),
    "Solved": ("solve",),
    "Evaluated": ("evaluate",),
    "Compared": ("compare", "POST /compare"),
    "FixedOpenings": ("openings",),
    "Proved": ("prove",),
    "Ranked": ("rank",),
    "Stored": ("store show",),
    "Audited": ("store audit",),
    "Checked": ("check",),
    "TreeNode": ("POST /tree",),
    "Words": ("words",),
    "Edition": (),
    "Editions": ("words --editions", "GET /editions"),
    "Games": ("games",),
    "GameFacts": ("POST /game",),
    "Played": ("POST /play",),
    "History": ("history",),
    "KeptPast": ("past",),
    "Hint": (),
    "Dueled": ("duel --solve", "duel --shortest"),
    "DuelUnderWay": ("POST /adversary",),
    "BoardsSolved": ("boards SECRET...",),
    "BoardsEvaluated": ("boards --games",),
    "BoardsGame": ("POST /boards", "POST /boards/assist"),
    "Trained": ("train",),
    "CurvePoints": ("GET /curve/{edition}",),
    "Measured": ("accuracy",),
    "Converged": ("converge", "POST /converge"),
    "EvaluatedPlan": ("decide prove", "decide evaluate", "decide check"),
    "QuestionsAdvised": ("decide suggest",),
    "AnswerParts": ("decide split",),
}
"""The sources of each result, commands and endpoints, in the order of the sections."""

LISTS = {"Compared": "rows", "Editions": "editions", "Games": "games"}
"""Results that are a list, and the field that holds it."""

NOTES = {
    "Converged": "The command prints a list of them, one per estimator.",
    "Regret": "From `fewest.regret` in Python.",
}

COMMON = {
    "answers": "The number of answers of the list.",
    "clues": "The clues so far.",
    "file": "The file.",
    "guess": "The guess.",
    "guesses": "The number of allowed guesses.",
    "hard": "Whether hard mode is on.",
    "histogram": "The number of secrets by number of guesses.",
    "label": "The game and its edition.",
    "length": "The number of letters of a guess.",
    "max_guesses": "The guess limit.",
    "mean": "The mean number of guesses.",
    "noun": "The word for a secret, such as word or code.",
    "opener": "The first guess.",
    "proved": "Whether the result is proved optimal.",
    "remaining": "The number of possible secrets.",
    "seconds": "The time taken, in seconds.",
    "secret": "The secret.",
    "seed": "The seed of the random sample.",
    "strategy": "The strategy.",
    "title": "The display name of the game, with its sizes.",
    "total": "The sum of guesses over all secrets.",
    "won": "Whether the secret was found.",
    "worst": "The most guesses that any secret takes.",
}
"""The descriptions of keys without a docstring of their own."""

NAMES = {str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "null"}


def results() -> dict[str, type[Result]]:
    """All results by name."""
    root = Path(fewest.__file__).parent
    for path in (path for room in ("questions", "play", "decisions") for path in root.glob(f"{room}/*.py")):
        importlib.import_module(".".join(("fewest", path.parent.name, path.stem)))
    found = {each.__name__: each for each in Result.__subclasses__() if each.__module__.startswith("fewest.")}
    if found.keys() != SOURCES.keys():
        raise SystemExit(f"Add these to SOURCES, or remove them: {found.keys() ^ SOURCES.keys()}")
    return {name: found[name] for name in SOURCES}


def texts(kind: type) -> dict[str, str]:
    """The docstrings of the fields of a class, including inherited fields."""
    found: dict[str, str] = {}
    for each in reversed([base for base in kind.__mro__ if is_dataclass(base)]):
        body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                match below:
                    case ast.Expr(ast.Constant(str(text))):
                        found[field.target.id] = " ".join(text.split())
    return found


def keys(kind: type) -> Iterator[tuple[str, Any, str]]:
    """The JSON keys of a dataclass, with their types and meanings."""
    hints, told = get_type_hints(kind), texts(kind)
    for each in fields(kind):
        if each.metadata.get("json", True):
            yield each.name, hints[each.name], told.get(each.name) or COMMON.get(each.name, "")


def parts(hint: Any) -> Iterator[type]:
    """The dataclasses within a type."""
    if is_dataclass(hint) and isinstance(hint, type):
        yield hint
    for each in get_args(hint):
        yield from parts(each)


def describe(hint: Any) -> str:
    """The JSON type of a Python type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(describe(each) for each in inner)
    if origin in (list, tuple):
        return f"list of {described(inner[0])}"
    if origin is dict:
        return f"object of {described(inner[1])}"
    if origin is Literal:
        return " or ".join(map(repr, inner))
    return NAMES.get(hint) or f"[{hint.__name__}](#{hint.__name__.lower()})"


def described(hint: Any) -> str:
    """The plural of a type."""
    name = describe(hint)
    if " or " in name:
        return f"({name})"
    head, of, rest = name.partition(" of ")
    return f"{head}s{of}{rest}" if hint in NAMES or of else name


def source(name: str) -> str:
    """A command or an endpoint as you call it."""
    verb, _, path = name.partition(" /")
    return f"`{verb} /api/v1/{path}`" if path else f"`fewest {name} --json`"


def section(kind: type, level: int) -> Iterator[str]:
    """A heading, the description of the class, and a row per key."""
    name, about = kind.__name__, (kind.__doc__ or "").partition("\n")[0]
    yield f"{'#' * level} {name}\n"
    if SOURCES.get(name):
        yield f"{about} From {', '.join(map(source, SOURCES[name]))}.\n"
    else:
        yield f"{about}\n"
    if name in NOTES:
        yield f"{NOTES[name]}\n"
    rows = [*keys(kind)]
    if name in LISTS:
        yield f"A {describe(rows[0][1])}.\n"
        return
    yield "| key | type | meaning |\n| --- | --- | --- |"
    for key, hint, text in rows:
        yield f"| `{key}` | {describe(hint)} | {text.replace('|', chr(92) + '|')} |"
    yield ""


def document() -> str:
    """The whole file: a section per result, each followed by sections for its new parts."""
    made, known = [HEAD], {*results().values()}
    for kind in results().values():
        made += section(kind, 2)
        todo = [*dict.fromkeys(part for _, hint, _ in keys(kind) for part in parts(hint))]
        for part in todo:
            if part not in known:
                known.add(part)
                made += section(part, 3)
                todo += [each for _, hint, _ in keys(part) for each in parts(hint)]
    return "\n".join(made).rstrip("\n") + "\n"


if __name__ == "__main__":
    PATH.write_text(document(), encoding="utf-8")
    print(f"{PATH.name}: {len(SOURCES)} results")
