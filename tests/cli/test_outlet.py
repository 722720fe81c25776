"""A stream to which writing never fails."""

from __future__ import annotations

import io

from elver.cli.outlet import PIPE_CLOSED, Outlet, delivered, nobody_listens, outlets


class Broken(io.StringIO):
    """A pipe that nobody reads any more."""

    error: OSError = BrokenPipeError(32, "Broken pipe")

    def write(self, text):
        raise self.error


def test_what_cannot_be_delivered_is_dropped_and_remembered():
    stream = Outlet(Broken())
    assert stream.write("lost") == 4
    stream.writelines(["lost", "too"])
    assert isinstance(stream.error, BrokenPipeError)


def test_the_exit_code_says_why(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout", Broken())
    with outlets():
        print("lost")
        assert nobody_listens()
        assert delivered(0) == PIPE_CLOSED
        assert delivered(2) == 2
    full = Broken()
    full.error = OSError(28, "No space left on device")
    monkeypatch.setattr("sys.stdout", full)
    with outlets():
        print("lost")
        assert delivered(0) == 1
    assert "cannot write to standard output: No space left on device" in capsys.readouterr().err
