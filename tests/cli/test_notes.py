"""What a person is told besides the result."""

from __future__ import annotations

import warnings
from pathlib import Path
from types import SimpleNamespace

from elver.cli.notes import complain, note, plain_warnings, tell_where


def test_scripts_hear_nothing(capsys):
    for json in (True, False):
        note(SimpleNamespace(json=json), "compiling ...")
        tell_where(SimpleNamespace(json=json), Path("runs"))
    tell_where(SimpleNamespace(json=False), None)
    assert capsys.readouterr().out == "compiling ...\nresults in runs/\n"


def test_warnings_are_one_line_on_standard_error(capsys):
    with plain_warnings():
        warnings.warn("the step is long", UserWarning, stacklevel=1)
    complain("stopped")
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err == "elver: warning: the step is long\nelver: stopped\n"
