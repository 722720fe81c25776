"""Options declared once, on the dataclass that a command gets."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields

import pytest
from command_line import run

from elver._support.choices import FilmKind, Method
from elver.cli.main import COMMANDS, module_of
from elver.cli.options import add_options, argument, choice, option, read_options, repeated, switch


@dataclass(frozen=True)
class Options:
    name: str | None = argument("NAME", "a word", "?")
    more: list[str] = argument("MORE", "more words", "*")
    step: str = option("--dt --step", "S", "a number", "0.1")
    method: str = option("--method", "WORD", "a word", Method.AUTO)
    film: str | None = choice("--film", FilmKind, "a film")
    changes: list[str] = repeated("--set", "KEY=VALUE", "changes")
    loud: bool = switch("--loud", "louder")


def read(*words: str) -> Options:
    parser = argparse.ArgumentParser()
    add_options(parser, Options)
    return read_options(Options, parser.parse_args(words))


def test_nothing_typed_is_the_defaults():
    assert read() == Options()
    assert type(Options().method) is str


def test_what_is_typed_arrives():
    given = read("eel", "a", "b", "--step", "2", "--set", "x=1", "--set", "y=2", "--loud", "--film", "gif")
    assert given == Options("eel", ["a", "b"], "2", "auto", "gif", ["x=1", "y=2"], True)
    assert read().changes == []  # nothing is kept from one reading to the next


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_declared_alike(name):
    module = module_of(name)
    assert module.DESCRIPTION
    assert callable(module.command)
    for f in fields(module.Options):
        assert f.metadata["how"]["help"], f"{name}: {f.name} has no help"


def test_files_outside_the_folder_are_opened_where_that_is_said(capsys, tmp_path):
    """The same flag for every command that takes a file; it reaches what the file names."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "arm.urdf").write_text(
        "<robot name='a'><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link></robot>"
    )
    file = tmp_path / "inner" / "arm.yaml"
    file.write_text("elver: 1\nname: arm\nmachine: {import: {file: ../arm.urdf}}\nrun: {duration: 1}\n")
    for command in ("check", "list", "verify"):
        code, _, err = run(capsys, command, file)
        assert code == 2
        assert "lies outside the folder of the scenario file" in err
        assert "--allow-outside" in err
        assert run(capsys, command, file, "--allow-outside")[0] == 0
    for command in ("run", "sweep", "optimise", "pareto", "orbit", "export"):
        assert "allow_outside" in {f.name for f in fields(module_of(command).Options)}
