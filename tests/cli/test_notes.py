"""What a person is told besides the result."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

from elver.cli.commands.run import Options
from elver.cli.terminal import complain, note, plain_warnings, tell_where, with_what_is_there


def test_scripts_hear_nothing(capsys):
    for json in (True, False):
        note(SimpleNamespace(json=json), "compiling ...")
        tell_where(SimpleNamespace(json=json), Path("runs"))
    tell_where(SimpleNamespace(json=False), None)
    assert capsys.readouterr().out == "compiling ...\nresults in runs/\n"


def test_figures_are_left_out_with_a_note_where_nothing_draws(capsys, monkeypatch):
    options = Options()
    assert with_what_is_there(options) is options
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert with_what_is_there(options).no_figures
    assert capsys.readouterr().err.startswith('elver: no figures: they need matplotlib and xarray. pip install "elver[figures]"')
    assert with_what_is_there(Options(no_figures=True)).no_figures
    plain = SimpleNamespace(json=True)
    assert with_what_is_there(plain) is plain
    assert capsys.readouterr().err == ""


def test_warnings_are_one_line_on_standard_error(capsys):
    with plain_warnings():
        warnings.warn("the step is long", UserWarning, stacklevel=1)
    complain("stopped")
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err == "elver: warning: the step is long\nelver: stopped\n"
