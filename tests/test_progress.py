"""The bar on a terminal."""

import pytest

from elver import progress
from elver.progress import Progress, working


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", -1.0)


@pytest.mark.usefixtures("impatient")
def test_silent_where_standard_error_is_no_terminal(capsys):
    with Progress(10.0, "eel") as bar:
        bar.update(5.0)
    assert bar.bar is None
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("impatient")
def test_seconds_of_a_run(capsys):
    with Progress(10.0, "eel", show=True) as bar:
        bar.update(5.0)
        assert bar.bar.n == 5.0
        assert "5.0/10.0 s simulated" in str(bar.bar)
    assert "eel" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
def test_runs_of_a_sweep_that_goes_on():
    with Progress(10, "sweep", True, "runs", begun=4) as bar:
        bar.advance(2)
        bar.advance(1)
        assert bar.bar.n == 7
        assert "7/10" in str(bar.bar)
        assert "runs" in str(bar.bar)


def test_nothing_is_shown_within_a_second():
    bar = Progress(10.0, "eel", show=True)
    bar.update(5.0)
    assert bar.bar is None
    bar.close()


def test_a_listener_is_told_within_its_block():
    heard = []
    with progress.told(lambda bar: heard.append((bar.done, bar.total, bar.unit))), Progress(10.0, "eel", show=False) as bar:
        bar.update(4.0)
        bar.advance(2.0)
    Progress(10.0, "eel").update(9.0)
    assert heard == [(4.0, 10.0, "s"), (6.0, 10.0, "s")]


def test_work_that_cannot_say_how_far_it_is_has_one_line_that_goes_again(capsys, monkeypatch):
    with working("compiling"):
        pass
    assert capsys.readouterr().err == ""  # nobody sits there
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with working("compiling"):
        assert capsys.readouterr().err == "compiling ..."
    assert capsys.readouterr().err.strip("\r ") == ""
