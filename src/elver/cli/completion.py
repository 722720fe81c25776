"""Completion for shells, written by shtab: commands, options, scenarios and words of choices."""

from __future__ import annotations

import argparse
from typing import Any

from elver.choices import Film, Follow, Method, Optimiser, Target
from elver.errors import InputError, unknown_name
from elver.packages import needed

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
WORDS = {"--method": Method, "--integrator": Method, "--target": Target, "--animate": Film, "--follow": Follow}


def completion(parser: argparse.ArgumentParser, commands: dict[str, argparse.ArgumentParser], shell: str) -> str:
    """The script that completes `elver` in a shell."""
    if shell not in SHELLS:
        raise unknown_name("shell", shell, SHELLS)
    shtab = needed("shtab", "completion")
    if shell not in shtab.SUPPORTED_SHELLS:
        raise InputError(f"the installed shtab {shtab.__version__} does not know {shell}: pip install --upgrade shtab.")
    from elver.scenarios import all_scenarios

    names = [s.name for s in all_scenarios()]
    for name, command in commands.items():
        for action in command._actions:
            add_choices(name, action, names, shtab.FILE)
    return shtab.complete(parser, shell=shell)


def add_choices(command: str, action: argparse.Action, scenarios: list[str], files: dict[str, Any]) -> None:
    """What may stand at the place of an option's value."""
    option = action.option_strings[-1] if action.option_strings else ""
    if action.dest == "scenario":
        action.choices = scenarios
    elif option in WORDS:
        action.choices = [str(word) for word in (Optimiser if command == "optimise" and option == "--method" else WORDS[option])]
    elif action.dest in ("out", "run", "mesh", "picture", "resume", "csv", "xlsx", "mat"):
        action.complete = files  # type: ignore[attr-defined]
