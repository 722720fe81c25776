"""The adversary's short run: a few cases of every kind, with fixed seeds. `make fuzz` is the long one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = {  # cases of each kind; together half a minute on two cores
    "api": 1,
    "models": 1,
    "contacts": 1,
    "cli": 1,
    "files": 1,
    "flips": 2,
    "policies": 3,
    "fits": 1,
    "exports": 1,
    "studio": 1,
    "numbers": 1,
    "descriptions": 1,
    "disk": 1,
    "pipes": 1,
    "writers": 1,
    "scenarios": 1,
}


def fuzz(*arguments: str) -> subprocess.CompletedProcess:
    """The program as a developer starts it."""
    return subprocess.run([sys.executable, "-m", "fuzz", *arguments], cwd=ROOT, capture_output=True, text=True)


def test_nothing_is_found():
    """All kinds in one process, which imports and compiles for them once."""
    done = fuzz(*(word for kind, count in CASES.items() for word in ("--cases", f"{kind}={count}")))
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert f"{sum(CASES.values())} cases, 0 findings" in done.stdout


@pytest.mark.long
def test_nothing_is_found_after_kills():
    """At instants by the clock; tests/analysis/studies/test_resumed.py stops studies at chosen places instead."""
    done = fuzz("--cases", "kills=3")
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_every_kind_has_a_short_run_or_a_test_of_its_own():
    sys.path.insert(0, str(ROOT))
    from fuzz.driver import KINDS

    # tests/analysis/studies: test_cluster.py, test_resumed.py, test_sweep.py; tests/codegen/kernels/test_compiled.py
    assert set(KINDS) - set(CASES) == {"cluster", "caches", "kills"}


def test_a_case_is_the_same_every_time_and_can_be_repeated():
    sys.path.insert(0, str(ROOT))
    from fuzz.case import chance_of, reproduction
    from fuzz.driver import arguments

    assert chance_of("cli", 1, 3).random() == chance_of("cli", 1, 3).random()
    assert len({chance_of(kind, seed, case).random() for kind in ("cli", "api") for seed in (1, 2) for case in (1, 2)}) == 8
    options = arguments(reproduction("files", 17, 42).split()[3:])
    assert (options.kind, options.seed, options.case) == (["files"], 17, 42)


@pytest.mark.parametrize(
    ("ended", "says"),
    [
        ({"killer": 11}, "SIGSEGV"),
        ({"err": "Traceback (most recent call last):\n  x\nKeyError: 4"}, "KeyError: 4"),
        ({"late": True}, "no end"),
        ({"out": '{"objective": NaN}'}, "NaN is no JSON"),
        ({"out": ""}, "no result"),
        ({"code": 120}, "120"),
        ({"code": 70}, "70 has no meaning"),
    ],
)
def test_the_verdict_bites(ended, says):
    sys.path.insert(0, str(ROOT))
    from fuzz.child import Ended
    from fuzz.verdict import judge

    usual = {"code": 0, "killer": 0, "out": "{}", "err": "", "late": False, "seconds": 1.0}
    assert judge(Ended(**usual), as_json=True) == ([], False)
    findings, _ = judge(Ended(**{**usual, **ended}), as_json=True)
    assert says in findings[0]


@pytest.mark.long  # four seconds; the short run resumes such a sweep too
def test_a_sweep_to_resume_is_killed_between_its_blocks(tmp_path):
    sys.path.insert(0, str(ROOT))
    from fuzz.bases import blocks

    state = blocks(tmp_path) / ".elver"
    assert list(state.glob("block-*"))
    assert not (state / "complete").exists()
