"""The command line: runs, studies, pictures. One clear message and no traceback.

Exit codes: 0 done; 1 it was tried and failed (a run diverged, a claim does not hold, a file could not be written); 2 wrong input;
3 done, but ledger or steps make numbers doubtful; 130 stopped by Ctrl-C, with what was reached so far written; 141 done and
written, but whoever read the output had gone.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

from elver._support.choices import FilmKind, Follow, Method, Optimiser, Target
from elver._support.errors import BusyError, ElverError, InputError, NoOrbitError, WriteError, is_ctrl_c, nearest, unknown_name
from elver._support.resources import needed
from elver.cli.terminal import INTERRUPTED, complain, ctrl_c, delivered, outlets, plain_warnings, with_what_is_there

_DESCRIPTION = """\
Simulate machines that move because their joints do.

  elver list                         the machines and scenarios that can be run
  elver list eel                     the parameters of one, with units and defaults
  elver run eel                      swim 30 s: summary, figures and a NetCDF file in runs/eel
  elver run eel --set gait.amplitude=0.08 --set water.law=kirchhoff --duration 60
  elver run --resume runs/eel --duration 90    go on with a run
  elver run eel --json               the summary as one JSON object, nothing else
  elver orbit eel                    steady swimming by shooting: speed, stability; --trim, --continue
  elver sweep eel --vary gait.amplitude=0.02:0.1:9    many runs at once, in one data set
  elver optimise eel --objective cost_of_transport --over gait.amplitude=0.02:0.12 --subject-to "mean_speed>=0.3"
  elver pareto eel --minimise cost_of_transport --maximise mean_speed --over gait.amplitude=0.02:0.12
  elver fit fish-fit.yaml            unknown parameters from recordings, with intervals, held-out errors and a report
  elver learn EelTarget              train a policy for a task by PPO; `elver learn` lists the tasks
  elver export eel --fmu eel.fmu     the equations for other programs: C99 (--c), FMI 3.0, CasADi
  elver plot runs/eel/run.nc         draw a saved run again; --animate gif for a moving picture, --still 1,2 for stills
  elver figure EEL 11                a figure of a published paper; `elver figure --list` has them all
  elver table runs/eel --csv         samples of a saved run for other programs; --xlsx, --mat
  elver page eel -o eel.html         one file in which the machine runs, with sliders; also replays runs/eel/run.nc
  elver verify                       check published numbers against the simulator
  elver hull boat.stl --mass 100     hydrodynamic coefficients of a floating hull
  elver studio                       edit a machine while it moves, draw strokes, run, compare and sweep, in the browser
  elver docs                         this documentation, in the browser and without a network; `elver docs simulate`

A machine of your own, in a file that takes the place of a scenario's name everywhere:

  elver new fish.yaml                a commented file that works, to begin with
  elver check fish.yaml              explain it: mass, buoyancy, strips, mistakes with line and column
  elver run fish.yaml                and likewise sweep, optimise, pareto, orbit, verify, list
  elver show eel                     a built-in scenario as a file
  elver schema                       the JSON schema, for completion in editors
"""
COMMANDS = {
    "list": "scenarios, or the parameters of one",
    "run": "simulate a scenario",
    "orbit": "periodic orbit of a scenario",
    "sweep": "a scenario over ranges of parameters",
    "optimise": "the best parameters of a scenario",
    "pareto": "the best compromises between metrics",
    "fit": "unknown parameters from recordings",
    "learn": "train a policy for a task, or look at one",
    "export": "equations as C, FMU or CasADi functions",
    "plot": "draw saved results",
    "figure": "figures and tables of the published papers",
    "table": "a saved run as a table: CSV, Excel, MATLAB",
    "page": "a machine that runs in the browser, or a saved run, as one file",
    "verify": "published numbers against the simulator",
    "new": "write a scenario file to begin with",
    "check": "explain a scenario file, or its mistakes",
    "show": "a scenario as a file",
    "schema": "the JSON schema of scenario files",
    "hull": "hydrodynamic coefficients of a floating hull",
    "studio": "the live page with an editor, in the browser",
    "docs": "the documentation of this version, in the browser",
}
_LABELLED = (
    "figure",
    "fit",
    "optimise",
    "orbit",
    "page",
    "pareto",
    "plot",
    "studio",
    "sweep",
    "table",
    "verify",
)  # they need labelled data
_OWN_HELP = ("run", "plot")  # commands whose help says more than their options
_NUMBERS = re.compile(r"-[\d.][-\d.,eE+]*$")
_NOT_THE_INPUT = (BusyError, NoOrbitError, WriteError)  # exit code 1; any other error on purpose is wrong input


def module_of(name: str) -> ModuleType:
    """The module of a command: imported when the command is given, since each brings what it needs."""
    return import_module(f"elver.cli.commands.{name}")


def build_parser(
    wanted: Iterable[str], everything: bool = True
) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser, and those of the commands: the wanted ones with their options, the others as names only.

    everything: whether help shows the seldom used options too.
    """
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="elver", description=_DESCRIPTION, formatter_class=raw)
    parser.add_argument("--version", action="store_true", help="show program's version number and exit")
    parser.add_argument("--completion", metavar="SHELL", help="print what makes a shell complete `elver`: bash, zsh, fish, ...")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parsers = {}
    for name, text in COMMANDS.items():
        parsers[name] = commands.add_parser(name, help=text, formatter_class=raw, add_help=name not in _OWN_HELP)
    for name in wanted:
        fill(parsers[name], module_of(name), everything)
    return parser, parsers


def fill(parser: argparse.ArgumentParser, module: ModuleType, everything: bool) -> None:
    """Description and options of a command."""
    from elver.cli.options import add_options

    parser.description, parser.epilog = module.DESCRIPTION, getattr(module, "EPILOG", None)
    parser._negative_number_matcher = _NUMBERS  # `--view -60,25` and `--centre -1,0,0` are values, not options
    hidden = add_options(parser, module.Options, everything)
    if hidden:
        more = f"`{parser.prog} --help-all` shows {hidden} more option{'s' if hidden > 1 else ''}."
        parser.epilog = f"{parser.epilog.rstrip()}\n\n{more}" if parser.epilog else more


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit code."""
    with ctrl_c(), outlets(), plain_warnings():
        try:
            return delivered(answer(sys.argv[1:] if arguments is None else arguments))
        except SystemExit as stop:  # help, or options that cannot be read
            raise SystemExit(delivered(int(stop.code or 0))) from None
        except KeyboardInterrupt:  # once more while that was told, or just after the end
            complain("stopped")
            return INTERRUPTED


def answer(arguments: list[str]) -> int:
    """Run a command; what stops it becomes one message and an exit code."""
    try:
        return carry_out(arguments)
    except ElverError as error:
        complain(str(error))
        return 1 if isinstance(error, _NOT_THE_INPUT) else 2
    except OSError as error:
        from elver._support.files import system_error

        complain(system_error(error))
        return 1
    except (KeyboardInterrupt, SystemError) as error:
        if not is_ctrl_c(error):
            raise
        complain("stopped")
        return INTERRUPTED


def carry_out(arguments: list[str]) -> int:
    """Read the options and run the command that they name."""
    pass

    arguments, everything = asked_for_help(arguments)
    if arguments[:1] in (["-h"], ["--help"]) and not everything:
        print(SHORT, end="")
        return 0
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        if arguments[0] == "import":
            raise InputError(
                "there is no command 'import': `elver new robot.yaml --import robot.urdf` writes a file that imports it."
            )
        raise unknown_name("command", arguments[0], COMMANDS)
    parser, parsers = build_parser((name for name in COMMANDS if name in arguments), everything)
    parsed, rest = parser.parse_known_args(arguments)
    if parsed.version:
        from elver import __version__

        print(f"elver {__version__}")
        return 0
    if parsed.completion:
        pass

        print(completion(*build_parser(COMMANDS), parsed.completion))
        return 0
    if parsed.command is None:
        print(SHORT, end="")
        raise InputError("no command was given, such as `elver list` or `elver run eel`.")
    from elver.cli.options import late_words, read_options

    command, module = parsers[parsed.command], module_of(parsed.command)
    rest = late_words(module.Options, parsed, rest)
    if rest:
        raise _not_understood(rest[0], command)
    if parsed.command in _LABELLED:
        needed("xarray", f"`{command.prog}`")
    return module.command(with_what_is_there(read_options(module.Options, parsed)), command)


def _not_understood(word: str, command: argparse.ArgumentParser) -> InputError:
    """The error for a word that a command has no place for."""
    help_text = f"`{command.prog} --help` lists what it takes."
    if not word.startswith("-"):
        return InputError(f"'{word[:60]}' is one word too many for `{command.prog}`. {help_text}")
    known = [name for action in command._actions for name in action.option_strings if name.startswith("--")]
    return InputError(f"`{command.prog}` has no option '{word[:60]}'.{nearest(word.partition('=')[0], known)} {help_text}")


# --- Help for a first look: the most used commands; all else where it is asked for.

SHORT = """\
Elver simulates machines that move because their joints do.

  elver list                    what can be run; `elver list eel`: its parameters with units
  elver run eel                 simulate: summary, figures and data in runs/eel; `--set KEY=VALUE` changes a parameter,
                                such as elver run eel --set gait.amplitude=0.08 --duration 60
  elver plot runs/eel           draw a saved run again; `--animate gif`, `--still 1,2`
  elver sweep eel --vary gait.amplitude=0.02:0.1:9      many runs at once, in one data set
  elver new fish.yaml           a machine of your own, in a file that takes the place of a scenario's name

`elver COMMAND --help` explains a command, `elver help --all` shows all of them, `elver docs` opens the documentation.
"""
_EVERYTHING = "--help-all"


def asked_for_help(arguments: list[str]) -> tuple[list[str], bool]:
    """The arguments with `elver help ...` and `--help-all` as plain `--help`; and whether all options are to be shown."""
    everything = _EVERYTHING in arguments
    if arguments[:1] == ["help"]:
        rest = [word for word in arguments[1:] if word not in ("--all", _EVERYTHING)]
        everything = everything or "--all" in arguments
        return [*rest, "--help"], everything
    return ["--help" if word == _EVERYTHING else word for word in arguments], everything


# --- Completion for shells, written by shtab: commands, options, scenarios and words of choices.

_SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
_WORDS = {"--method": Method, "--integrator": Method, "--target": Target, "--animate": FilmKind, "--follow": Follow}


def completion(parser: argparse.ArgumentParser, commands: dict[str, argparse.ArgumentParser], shell: str) -> str:
    """The script that completes `elver` in a shell."""
    if shell not in _SHELLS:
        raise unknown_name("shell", shell, _SHELLS)
    shtab = needed("shtab", "completion")
    if shell not in shtab.SUPPORTED_SHELLS:
        raise InputError(f"the installed shtab {shtab.__version__} does not know {shell}: pip install --upgrade shtab.")
    from elver.scenarios import all_scenarios

    names = [s.name for s in all_scenarios()]
    for name, command in commands.items():
        for action in command._actions:
            _add_choices(name, action, names, shtab.FILE)
    return shtab.complete(parser, shell=shell)


def _add_choices(command: str, action: argparse.Action, scenarios: list[str], files: dict[str, Any]) -> None:
    """What may stand at the place of an option's value."""
    option = action.option_strings[-1] if action.option_strings else ""
    if action.dest == "scenario":
        action.choices = scenarios
    elif option in _WORDS:
        action.choices = [str(word) for word in (Optimiser if command == "optimise" and option == "--method" else _WORDS[option])]
    elif action.dest in ("out", "run", "results", "mesh", "picture", "resume", "csv", "xlsx", "mat"):
        action.complete = files  # type: ignore[attr-defined]
