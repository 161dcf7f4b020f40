"""The command line as a whole."""

import re
import subprocess

import click
import pytest

import fewest
from fewest import STRATEGIES, cli
from fewest.system.interrupts import INTERRUPTED
from fewest.words import EDITIONS
from tests.cases import first
from tests.cli.running import COMMANDS, ESCAPE, FEWEST, ORIGINAL, Call, assert_refused, run

GAME = ("--edition", "--answers", "--guesses", "--language", "--length", "--most-frequent")
PRIOR = ("--secrets", "--prior", "--midpoint", "--steepness", "--past", "--past-weight")
PLAYS = ("suggest", "solve", "evaluate", "compare", "tree")
SECRET = {"solve": ["aback"]}


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], *([command, "--help"] for command in COMMANDS)], ids=" ".join
)
def test_help_names_every_option_and_an_example(arguments: list[str], call: Call) -> None:
    result = call(*arguments)
    assert (result.code, result.err) == (0, "")
    if len(arguments) == 1:
        assert all(f" {command} " in result.out for command in COMMANDS)
    else:
        assert f"Example: fewest {arguments[0]}" in result.out
        assert "fewest[languages]" in result.out
        for option in (*GAME, *PRIOR, "--hard", "--json"):
            assert f"{option} " in result.out


def test_the_help_shows_every_command_once_under_headings(call: Call) -> None:
    text = call("--help").out
    places = [text.index(f"\n{heading}:\n") for heading in ("Play", "Look", "Study", "Prove")]
    assert places == sorted(places)
    assert re.findall(r"^  (\w+)  ", text, re.MULTILINE) == [*cli.COMMANDS]


@pytest.mark.parametrize("name", ["plot", "store", "decide"])
def test_a_group_lists_its_commands_and_refuses_others(name: str, call: Call) -> None:
    group = cli.app.get_command(click.Context(cli.app), name)
    assert isinstance(group, click.Group)
    text = call(name, "--help").out
    assert f"Example: fewest {name} " in text
    assert re.findall(r"^  ([\w-]+)  ", text, re.MULTILINE) == [*group.commands]
    for command in group.commands:
        said = call(name, command, "--help")
        assert (said.code, said.err) == (0, "")
        assert "\nOptions:\n" in said.out
    assert_refused(call(name, "nonsense"), f"There is no command 'nonsense'; fewest {name} --help lists all commands")
    first = next(iter(group.commands))
    assert_refused(call(name, f"{first}x"), rf"There is no command '{first}x'; did you mean {first}\?")


def test_the_program_without_a_command_says_what_to_try_and_where_to_find_help(call: Call) -> None:
    result = call()
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"fewest {fewest.__version__} solves Wordle")
    tried = re.findall(r"^  fewest (\w+) ", result.out, re.MULTILINE)
    assert tried == ["assist", "play", "serve"]
    assert {*tried} <= {*cli.COMMANDS}
    assert "fewest --help" in result.out
    assert "pip install" not in result.out
    assert len(result.out.splitlines()) <= 10
    assert max(map(len, result.out.splitlines())) <= 80


def test_the_welcome_says_what_the_page_still_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "It needs more packages: pip install 'fewest[web]'." in cli.welcome()


def test_options_without_a_command_are_refused_in_one_sentence(call: Call) -> None:
    assert_refused(call("--hard"), "No such option")


def test_the_version_is_printed() -> None:
    assert run("--version") == (0, f"fewest {fewest.__version__}\n", "")


@pytest.mark.parametrize("command", [*COMMANDS, "assist", "boards", "play", "duel", "rank"])
def test_every_command_needs_one_game_that_can_be_played(command: str, call: Call) -> None:
    arguments = [command, *SECRET.get(command, [])]
    assert_refused(call(*arguments, "--answers", "missing.txt"), r"missing\.txt: cannot be read")
    assert_refused(
        call(*arguments, "-e", "original", "--length", "5"), "Choose one word list: an edition, your own --a"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--edition", "nyt"], "There is no edition 'nyt'; the editions are original, nyt-2022, nyt-2023"),
        (["--edition", "original", "--language", "de"], "Choose one word list: an edition, your own --answers and"),
        (["--answers", "missing/own.txt"], r"missing/own\.txt: cannot be read \(No such file or directory\)"),
        (["--edition", ""], "There is no edition ''"),
        (["--edition", "nyt/guesses"], "There is no edition 'nyt/guesses'"),
        (["--language", "xx"], "There is no language 'xx'"),
        (["--length", "13"], "Choose words of 2 to 12 letters, not 13"),
        (["--length", "five"], "Invalid value for '--length'"),
        (["--what"], "No such option"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(options: list[str], message: str, call: Call) -> None:
    assert_refused(call("suggest", *options), message)


@pytest.mark.parametrize("command", PLAYS)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--strategy", "best"], "There is no strategy 'best'; the strategies are letters, "),
        (["--opener", "zzzzz"], "'zzzzz' is not an allowed guess in answers.txt"),
        (["--max-guesses", "0"], "Invalid value for '--max-guesses'"),
    ],
)
def test_invalid_play_options_are_refused(
    command: str, options: list[str], message: str, lists: list[str], call: Call
) -> None:
    assert_refused(call(command, *SECRET.get(command, []), *lists, *options), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suggest", "crane=0120"], "'0120' is not a reply. It needs 5 colours, one for each letter, not 4"),
        (["words", "crane=01200", "sloth=22222"], "Clue 2, sloth=22222, cannot be right"),
        (["nonsense"], "There is no command 'nonsense'; fewest --help lists all commands"),
        (["sugest", "crane=01200"], r"There is no command 'sugest'; did you mean suggest\?"),
        (["Prov"], r"There is no command 'Prov'; did you mean prove\?"),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(arguments: list[str], message: str, call: Call) -> None:
    assert_refused(call(*arguments), message)


def test_the_installed_program_refuses_in_one_sentence() -> None:
    assert_refused(run("evaluate", "--opener", "\udcff"), r"'\\udcff' is not an allowed guess")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "There is not enough memory for lists of this size. Use shorter ones"),
        (PermissionError(13, "Permission denied", "tree.json"), r"tree\.json: Permission denied\.$"),
        (OSError(28, "No space left on device"), r"The output cannot be written \(No space left on device\)\.$"),
    ],
)
def test_errors_of_the_machine_are_one_sentence(
    error: Exception, message: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("fewest.setup.Setup.make_game", fail)
    assert_refused(call("words"), message)


def test_an_interruption_ends_the_program_with_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fewest.setup.Setup.make_game", interrupt)
    assert call("evaluate") == (130, "", INTERRUPTED)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}], ids=["in a pipe", "NO_COLOR"])
def test_plain_output_has_no_escape_codes(
    command: str, environment: dict[str, str], lists: list[str], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = call(command, *SECRET.get(command, []), *lists)
    assert result.code == 0
    assert result.out.strip()
    assert ESCAPE not in result.out


def test_a_terminal_gets_colours(lists: list[str], call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert ESCAPE in call("solve", "aback", *lists).out


@pytest.mark.parametrize(
    "arguments", first(1, [["solve", "rebut", *ORIGINAL], ["suggest", "crane=⬛🟨🟩⬛⬛"], ["evaluate"]])
)
def test_ascii_output_works(arguments: list[str]) -> None:
    result = run(*arguments, PYTHONIOENCODING="ascii")
    assert result.code == 0
    assert result.out.isascii()
    assert ("nyt-2023" if arguments[0] == "suggest" else "original") in result.out


@pytest.mark.parametrize(
    ("arguments", "redirection", "expected"),
    [
        (["words", "crane=22222"], "<&-", (0, "crane\n", "")),
        (["words", "crane=22222"], "2>&-", (0, "crane\n", "")),
        (["words", "crane=22222"], ">&-", (2, "", "fewest: The output cannot be written (Bad file descriptor).\n")),
        (["nonsense"], "2>&-", (2, "", "")),
    ],
)
def test_closed_output_is_an_error(arguments: list[str], redirection: str, expected: tuple[int, str, str]) -> None:
    shell = ["sh", "-c", f'exec "$0" "$@" {redirection}', str(FEWEST), *arguments]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == expected


@pytest.mark.parametrize("shell", first(1, ["bash", "zsh", "fish"]))
def test_a_shell_gets_its_completion_script(shell: str) -> None:
    result = run("--show-completion", shell)
    assert (result.code, result.err) == (0, "")
    assert "_FEWEST_COMPLETE" in result.out
    assert "complete" in result.out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fewest ev", ["evaluate"]),
        ("fewest store s", ["show"]),
        ("fewest decide tree table.csv -s m", ["most-parts"]),
        *((f"fewest {command} --edition nyt", [*EDITIONS[1:]]) for command in COMMANDS),
        *((f"fewest {command} --strategy ent", ["entropy", "entropic"]) for command in PLAYS),
        *((f"fewest {command} --estimator e", ["entropic", "expected-moves"]) for command in ("accuracy", "converge")),
        ("fewest suggest -s ", [*STRATEGIES]),
    ],
)
def test_names_are_completed(line: str, expected: list[str], call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_FEWEST_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    assert [line.partition(",")[2] for line in call().out.split()] == expected
