"""What others may rely on, as text: names and signatures, commands, endpoints, JSON keys, exit codes, entry points.

After an intended change, renew surface.txt with python -m tests.public.surface: see docs/api.md.
"""

import ast
import inspect
import runpy
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click

import fewest
import fewest.games
import fewest.report.plot
from fewest import cli, scorers, strategies
from fewest.system import interrupts
from fewest.web import api

PATH = Path(__file__).with_name("surface.txt")
ROOT = Path(__file__).parents[2]
STUBS = ROOT / "src" / "fewest" / "_core.pyi"

HEAD = """\
# What others may rely on; docs/api.md says how it changes. python -m tests.public.surface writes this file.
"""


def signature(node: ast.FunctionDef) -> str:
    """A function as one calls it."""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def parsed(thing: Any) -> ast.stmt:
    """The source of a function or a class; for one of the core, its stub."""
    if thing.__module__ == "fewest._core":
        return next(node for node in ast.parse(STUBS.read_text()).body if getattr(node, "name", "") == thing.__name__)
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


def public_bases(kind: type) -> list[type]:
    """The bases of a class that have a public name themselves."""
    public = [getattr(module, name) for module in (fewest, fewest.games) for name in module.__all__]
    return [each for each in kind.__mro__[1:] if each in public]


def members(kind: type) -> Iterator[str]:
    """The public fields, properties and methods of a class: its own, and those of bases that have no public name."""
    found: dict[str, str] = {}
    inherited = {base for each in public_bases(kind) for base in each.__mro__}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith("fewest.") or each in inherited:
            continue
        body = parsed(each)
        assert isinstance(body, ast.ClassDef)
        for node in body.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    default = f" = {ast.unparse(node.value)}" if node.value else ""
                    found[name] = f"{name}: {ast.unparse(annotation)}{default}"
                case ast.FunctionDef(name=name):
                    kinds = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
                    if kinds & {"property", "cached_property"}:
                        found[name] = f"{name}: {ast.unparse(node.returns) if node.returns else 'Any'}"
                    else:
                        found[name] = signature(node)
    yield from (f"  {text}" for name, text in sorted(found.items()) if name == "__init__" or not name.startswith("_"))


def described(name: str, value: Any) -> Iterator[str]:
    """A public name."""
    value = inspect.unwrap(value) if callable(value) else value
    if isinstance(value, type):
        bases = ", ".join(each.__name__ for each in public_bases(value))
        yield f"class {name}({bases})" if bases else f"class {name}"
        yield from members(value)
    elif isinstance(value, ModuleType):
        for inner in value.__all__:
            yield from described(f"{name}.{inner}", getattr(value, inner))
    elif inspect.isfunction(value):
        node = parsed(value)
        assert isinstance(node, ast.FunctionDef)
        yield f"def {name}{signature(node).removeprefix(node.name)}"
    else:
        yield f"{name}: {', '.join(value)}"


def names() -> Iterator[str]:
    """The names of the package and of its games."""
    yield "\n## fewest\n"
    for name in sorted(fewest.__all__):
        yield from described(name, getattr(fewest, name))
    yield "\n## fewest.games\n"
    for name in sorted({*fewest.games.__all__} - {*fewest.__all__}):
        yield from described(name, getattr(fewest.games, name))


def commands() -> Iterator[str]:
    """Every command with its arguments and options."""
    yield "\n## Commands\n"
    for name in cli.COMMANDS:
        found = cli.app.get_command(click.Context(cli.app), name)
        assert found is not None
        inner = found.commands.items() if isinstance(found, click.Group) else ()
        for title, each in ((name, found), *((f"{name} {key}", value) for key, value in inner)):
            options = [
                each.make_metavar(click.Context(found)) if isinstance(each, click.Argument) else "|".join(each.opts)
                for each in each.params
            ]
            yield f"fewest {title} {' '.join(sorted(options))}".rstrip()


def endpoints() -> Iterator[str]:
    """The API of the page."""
    yield "\n## Endpoints\n"
    routes = [(route.path, method) for route in api.router.routes for method in route.methods]  # type: ignore[attr-defined]
    yield from (f"{method} {path}" for path, method in sorted(routes))


def json_keys() -> Iterator[str]:
    """The keys of the JSON of every result; docs/json.md says what they mean."""
    tool = runpy.run_path(str(ROOT / "tools" / "build_json_docs.py"))
    yield "\n## JSON\n"
    left, seen = [*tool["results"]().values()], set[str]()
    while left:
        kind = left.pop(0)
        if kind.__name__ not in seen:
            seen.add(kind.__name__)
            rows = [*tool["keys"](kind)]
            yield f"{kind.__name__}: {' '.join(key for key, _, _ in rows)}"
            left += [part for _, hint, _ in rows for part in tool["parts"](hint)]


def the_rest() -> Iterator[str]:
    """Exit codes and entry points."""
    yield "\n## Exit codes\n"
    codes = {value: name for name, value in vars(interrupts).items() if name.endswith("_CODE")}
    yield from (f"{code} {name}" for code, name in sorted(codes.items()))
    yield "\n## Entry point groups\n"
    yield from (module.ENTRY_POINT_GROUP for module in (fewest.games, scorers, strategies))


def surface() -> str:
    """All of it."""
    return "\n".join([HEAD.rstrip(), *names(), *commands(), *endpoints(), *json_keys(), *the_rest()]) + "\n"


if __name__ == "__main__":
    PATH.write_text(surface(), encoding="utf-8")
