"""Help for a first look: the most used commands; all else where it is asked for."""

from __future__ import annotations

SHORT = """\
Elver simulates machines that move because their joints do.

  elver list                    what can be run; `elver list eel`: its parameters with units
  elver run eel                 simulate: summary, figures and data in runs/eel; `--set KEY=VALUE` changes a parameter,
                                such as elver run eel --set gait.amplitude=0.08 --duration 60
  elver plot runs/eel           draw a saved run again; `--animate gif`, `--still 1,2`
  elver sweep eel --vary gait.amplitude=0.02:0.1:9      many runs at once, in one data set
  elver new fish.yaml           a machine of your own, in a file that takes the place of a scenario's name

`elver COMMAND --help` explains a command, `elver help --all` shows all of them. Documentation: docs/ and `elver studio`.
"""
EVERYTHING = "--help-all"


def asked_for_help(arguments: list[str]) -> tuple[list[str], bool]:
    """The arguments with `elver help ...` and `--help-all` as plain `--help`; and whether all options are to be shown."""
    everything = EVERYTHING in arguments
    if arguments[:1] == ["help"]:
        rest = [word for word in arguments[1:] if word not in ("--all", EVERYTHING)]
        everything = everything or "--all" in arguments
        return [*rest, "--help"], everything
    return ["--help" if word == EVERYTHING else word for word in arguments], everything
