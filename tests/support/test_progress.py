"""The bar on a terminal."""

import pytest

from elver._support import display
from elver._support.display import Progress, told, untold, working


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(display, "PATIENCE", -1.0)


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(display, "on_terminal", lambda: True)


@pytest.mark.usefixtures("impatient")
def test_silent_where_standard_error_is_no_terminal(capsys):
    with Progress(10.0, "eel") as bar:
        bar.update(5.0)
    assert bar.bar is None
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("show", [None, True])
def test_a_file_gets_no_bar_and_no_control_characters(tmp_path, monkeypatch, show):
    """What a log gets is plain lines, and only where somebody asked for them."""
    monkeypatch.setattr(display, "LINES", -1.0)
    with open(tmp_path / "log", "w") as log:
        monkeypatch.setattr("sys.stderr", log)
        with Progress(10.0, "eel", show) as bar, working("compiling"):
            for done in (2.0, 5.0):
                bar.update(done)
    text = (tmp_path / "log").read_bytes()
    assert b"\r" not in text
    assert b"\x1b" not in text
    lines = text.decode().splitlines()
    assert lines == [] if show is None else [line.split(" after")[0] for line in lines] == [
        "eel: 20 %, 2 of 10 s", "eel: 50 %, 5 of 10 s",
    ]  # fmt: skip


def test_a_process_without_standard_error_goes_on(monkeypatch):
    monkeypatch.setattr("sys.stderr", None)
    with Progress(10.0, "eel", True) as bar:
        bar.update(5.0)
    assert bar.done == 5.0


@pytest.mark.usefixtures("impatient", "terminal")
def test_seconds_of_a_run(capsys):
    with Progress(10.0, "eel", show=True) as bar:
        bar.update(5.0)
        assert bar.bar.n == 5.0
        assert "5.0/10.0 s simulated" in str(bar.bar)
    assert "eel" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient", "terminal")
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
    with display.told(lambda bar: heard.append((bar.done, bar.total, bar.unit))), Progress(10.0, "eel", show=False) as bar:
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


def test_within_a_run_others_are_not_told():
    heard = []
    with told(lambda bar: heard.append(bar.done)):
        Progress(1.0, "run", False).update(0.5)
        with untold():
            Progress(1.0, "part of it", False).update(0.1)
        Progress(1.0, "run", False).update(1.0)
    assert heard == [0.5, 1.0]
