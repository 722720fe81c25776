"""``elver schema``: the JSON schema of scenario files."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass

from elver.files import to_json

DESCRIPTION = """\
Print the JSON schema of scenario files. Editors complete and check files by it:

  elver schema > elver.schema.json
  # then as the first line of a file:
  # yaml-language-server: $schema=elver.schema.json
"""


@dataclass(frozen=True)
class Options:
    pass


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.machines import schema

    print(to_json(schema(), indent=1))
    return 0
