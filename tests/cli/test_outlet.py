"""A stream to which writing never fails, and Ctrl-C that is never lost."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest

from elver.cli.terminal import PIPE_CLOSED, OutputStream, ctrl_c, delivered, nobody_listens, outlets


class Broken(io.StringIO):
    """A pipe that nobody reads any more."""

    error: OSError = BrokenPipeError(32, "Broken pipe")

    def write(self, text):
        raise self.error


def test_what_cannot_be_delivered_is_dropped_and_remembered():
    stream = OutputStream(Broken())
    assert stream.write("lost") == 4
    stream.writelines(["lost", "too"])
    assert isinstance(stream.error, BrokenPipeError)


def test_what_a_terminal_would_obey_is_shown_instead():
    """The title of a window, the direction of writing and the bell are a terminal's; lines and colours are ours."""
    import io

    heard = io.StringIO()
    OutputStream(heard).write("\x1b[1;36mname\x1b[0m\ta\x1b]0;owned\x07\x9b2J\u202eb\n\u00e9 ok\n")
    assert heard.getvalue() == "\x1b[1;36mname\x1b[0m\ta\\x1b]0;owned\\x07\\x9b2J\\u202eb\n\u00e9 ok\n"


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


PRESSED = """
import signal, sys, time, weakref
import elver.cli.commands.list
from elver.__main__ import run

signal.signal(signal.SIGINT, signal.default_int_handler)  # where tests run in the background it is ignored

def press(*_):
    signal.raise_signal(signal.SIGINT)

class Dropped:
    def __del__(self):
        press()

def destructor():
    Dropped()

def reference():
    thing = type("Thing", (), {})()
    kept = weakref.ref(thing, press)
    del thing

def text():
    exec("press()", {"press": press})

def casadi():
    import casadi

    class Odd:
        shape = property(press)

    try:
        casadi.symvar(Odd())
    except NotImplementedError:
        pass

def part():
    class Part:
        def __set_name__(self, owner, name):
            press()

    class Whole:
        part = Part()

def plain():
    press()

def command(*_):
    HOW()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        time.sleep(0.001)
    return 0

elver.cli.commands.list.command = command
sys.argv[1:] = ["list"]
sys.exit(run())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("how", ["destructor", "reference", "casadi", "part", "text", "plain"])
def test_no_ctrl_c_is_lost(tmp_path, how):
    shown = subprocess.run(
        [sys.executable, "-c", PRESSED.replace("HOW", how)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", "elver: stopped\n")


LOADED = """
import builtins, signal, sys
from elver.__main__ import run

signal.signal(signal.SIGINT, signal.default_int_handler)  # as above

def press(name, *rest):
    if name == "argparse":
        signal.raise_signal(signal.SIGINT)
    return load(name, *rest)

load, builtins.__import__ = builtins.__import__, press
sys.argv[1:] = ["list"]
sys.exit(run())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_ctrl_c_while_modules_are_loaded_is_one_message():
    shown = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False, timeout=60)
    assert (shown.returncode, shown.stdout, shown.stderr) == (130, "", "elver: stopped\n")


def test_ctrl_c_that_another_handler_has_stays_there():
    def mine(*_):
        return None

    before, hook = signal.signal(signal.SIGINT, mine), sys.unraisablehook
    try:
        with ctrl_c():
            assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == (mine, hook)
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_else_a_destructor_raises_is_told_as_ever(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Fails:
        def __del__(self):
            raise ValueError("told")

    with ctrl_c():
        Fails()
    assert [str(what.exc_value) for what in told] == ["told"]
