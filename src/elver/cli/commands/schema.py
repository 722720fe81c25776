"""``elver schema``: the JSON schema of scenario files and fit files."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass

from elver._support.files import to_json
from elver.cli.options import switch

DESCRIPTION = """\
Print the JSON schema of scenario files, or with --fit that of fit files. Editors complete and check files by it:

  elver schema > elver.schema.json
  # then as the first line of a file:
  # yaml-language-server: $schema=elver.schema.json
"""


@dataclass(frozen=True)
class Options:
    fit: bool = switch("--fit", "the schema of fit files (docs/fit_files.md)")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.analysis.fit.files.loading import fit_schema
    from elver.scenarios import schema

    print(to_json(fit_schema() if options.fit else schema(), indent=1))
    return 0
