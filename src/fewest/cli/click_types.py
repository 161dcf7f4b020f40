"""The click classes of the commands: options in panels, commands that refuse repeated options, groups."""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import click

from fewest.errors import FewestError

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

GAME_PANEL = "The game"
PRIOR_PANEL = "The secret"
PLAY_PANEL = "How to play"
SEARCH_PANEL = "The search"
OTHER_PANEL = "Options"

PANELS = (GAME_PANEL, PRIOR_PANEL, PLAY_PANEL, SEARCH_PANEL, OTHER_PANEL)
"""The order of the panels of a help; panels with other names come first."""


class Option(click.Option):
    """An option in a panel of the help, with an optional text for its default."""

    def __init__(self, *arguments: Any, panel: str = OTHER_PANEL, default_text: str = "", **settings: Any) -> None:
        """Make the option; numbers get the metavar NUMBER."""
        super().__init__(*arguments, **settings)
        if self.metavar is None and isinstance(self.type, click.types.IntParamType | click.types.FloatParamType):
            self.metavar = "NUMBER"
        self.panel = panel
        if default_text:
            self.show_default = default_text

    def get_help_extra(self, ctx: click.Context) -> Any:
        """The text after the help: the default, without the range."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        if isinstance(self.show_default, str):
            extra["default"] = self.show_default
        return extra


class FiniteFloat(click.FloatRange):
    """A float that is neither infinite nor NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert, and reject infinity and NaN."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{number} is not a finite number.", param, ctx)
        return number


class ShortHelp(click.Command):
    """A command with -h as a short form of --help, also if click creates the option before any settings are known."""

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """The names of the option."""
        return ["-h", "--help"]


class Command(ShortHelp):
    """A command whose help has panels, and that rejects repeated options unless they allow it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reject repeated options, then parse."""
        if not ctx.resilient_parsing:
            _, _, given = self.make_parser(ctx).parse_args([*args])
            for option, count in Counter(given).items():
                if count > 1 and isinstance(option, click.Option) and not (option.multiple or option.is_flag):
                    raise FewestError(f"{option.opts[-1]} is given {count} times; give it once.")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by panel, without arguments that have no help of their own."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and (record[1] or isinstance(parameter, click.Option)):
                panels.setdefault(getattr(parameter, "panel", OTHER_PANEL), []).append(record)
        for title in sorted(panels, key=lambda panel: PANELS.index(panel) if panel in PANELS else -1):
            with formatter.section(title):
                formatter.write_dl(panels[title])


class Group(ShortHelp, click.Group):
    """A group of commands; its help shows the whole summary of each command."""

    command_class = Command

    def summaries(self, ctx: click.Context) -> dict[str, dict[str, str]]:
        """The commands under headings, each with its help."""
        helps = {name: self.commands[name].help or "" for name in self.list_commands(ctx)}
        return {"Commands": {name: text.partition("\n")[0] for name, text in helps.items()}}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return [*self.commands]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; for an unknown name, the error proposes the closest one."""
        name, known = click.utils.make_str(args[0]), self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name.lower(), known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"{ctx.command_path} --help lists all commands."
            raise FewestError(f"There is no command {name!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their headings."""
        for heading, commands in self.summaries(ctx).items():
            with formatter.section(heading):
                formatter.write_dl([*commands.items()])


def option(*names: str, **settings: Any) -> Decorator:
    """Add an option to a command; `panel` is its panel in the help, `default_text` describes its default."""
    settings.setdefault("show_default", "default" in settings and settings.get("default") not in (None, (), False))
    return click.option(*names, cls=Option, **settings)


def command(name: str, **settings: Any) -> Callable[[Callable[..., None]], click.Command]:
    """Make a command from a function; its docstring is the help."""
    return click.command(name, cls=Command, **settings)


def completer(names: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Make a function that completes names in the shell."""
    return lambda ctx, param, incomplete: [name for name in names() if name.startswith(incomplete)]
