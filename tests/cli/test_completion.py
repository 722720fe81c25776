"""Completion scripts of the shells."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from command_line import run

pytest.importorskip("shtab")


def test_commands_options_and_scenarios_are_in_the_script(capsys):
    code, out, err = run(capsys, "--completion", "bash")
    assert (code, err) == (0, "")
    for word in ("optimise", "--subject-to", "eel-loop", "semi-implicit", "gradient"):
        assert word in out


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_takes_the_script_and_completes_a_scenario(capsys, tmp_path):
    (tmp_path / "script").write_text(run(capsys, "--completion", "bash")[1])
    ask = "source ./script; COMP_WORDS=(elver run eel-l); COMP_CWORD=2; _shtab_elver; echo ${COMPREPLY[@]}"
    done = subprocess.run(["bash", "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["eel-loop"], done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish", "tcsh", "powershell"])
def test_other_shells_get_scripts_of_their_own(capsys, shell):
    """With the options that short help leaves out."""
    if shell not in pytest.importorskip("shtab").SUPPORTED_SHELLS:
        assert "pip install --upgrade shtab" in run(capsys, "--completion", shell)[2]
        return
    code, out, err = run(capsys, "--completion", shell)
    assert (code, err) == (0, "")
    for word in ("elver", "optimise", "subject-to", "eel-loop", "rtol"):
        assert word in out, word
    program = {"powershell": "pwsh"}.get(shell, shell)
    if shutil.which(program) and shell in ("zsh", "fish"):
        done = subprocess.run([program, "-n"], input=out, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_another_shell_is_refused(capsys):
    code, _, err = run(capsys, "--completion", "fisch")
    assert code == 2
    assert "unknown shell 'fisch'" in err
