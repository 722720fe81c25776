"""``elver show``: a scenario as a scenario file."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass

from elver._support.errors import InputError
from elver.cli.options import argument, parse_changes, repeated

DESCRIPTION = """\
Print a built-in scenario as a scenario file, to begin a machine of your own from:

  elver show eel > eel.yaml
  elver show swimmer --set links=5 --set steer=line > steered.yaml

Numbers that depend on parameters are written as expressions of them; words and counts decide the structure and are fixed.
"""


@dataclass(frozen=True)
class Options:
    scenario: str = argument("SCENARIO", "its name; `elver list` names them")
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.scenarios import scenario, write_scenario
    from elver.scenarios.definition import is_file

    if is_file(options.scenario):
        raise InputError(
            f"'{options.scenario[:60]}' is a scenario file already. Give the name of a built-in scenario: `elver list`."
        )
    print(write_scenario(scenario(options.scenario), parse_changes(options.changes)), end="")
    return 0
