"""The C compiler: found, missing, failing."""

from __future__ import annotations

import ctypes

import pytest
from exported import needs_compiler

from elver._support.errors import InputError
from elver.export.c import compile_library, find_compiler, platform_of_units, require_compiler


def test_a_missing_compiler_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert find_compiler() is None
    with pytest.raises(InputError, match=r"a test needs a C compiler.*no-such-compiler"):
        require_compiler("a test")
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="none of cc, gcc, clang"):
        require_compiler("a test")


@needs_compiler
def test_a_library_is_made(tmp_path):
    (tmp_path / "a.c").write_text('__attribute__((visibility("default"))) int six(void) { return 6; }\nint hidden(void);\n')
    library = ctypes.CDLL(str(compile_library(require_compiler("a test"), tmp_path, ["a.c"], "a.so")))
    assert library.six() == 6
    assert not hasattr(library, "hidden")


@needs_compiler
def test_what_the_compiler_says_is_told(tmp_path):
    (tmp_path / "a.c").write_text("this is no C\n")
    with pytest.raises(InputError, match=r"failed: .*error"):
        compile_library(require_compiler("a test"), tmp_path, ["a.c"], "a.so")


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        ("linux", "x86_64", ("x86_64-linux", ".so")),
        ("win32", "AMD64", ("x86_64-windows", ".dll")),
        ("darwin", "arm64", ("aarch64-darwin", ".dylib")),
    ],
)
def test_platforms_have_the_names_of_fmi(monkeypatch, system, machine, expected):
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert platform_of_units() == expected
