"""A command of `elver` within the process of the test."""

from __future__ import annotations

from elver.cli.main import main


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    try:
        code = main([str(a) for a in arguments])
    except SystemExit as stop:
        code = stop.code
    out = capsys.readouterr()
    return code, out.out, out.err
