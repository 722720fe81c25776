"""The table of statuses: whatever a loop returns and whatever the sources say has its word and its text there."""

import ast
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import xarray as xr

import elver
from elver._support import statuses
from elver._support.display import Progress
from elver._support.interrupts import in_chunks
from elver._support.statuses import BY_CODE, BY_WORD, RUNNING, STATUSES, status_word
from elver.robot import Body, Box, Robot
from elver.simulation.batches.cpu import explain as explain_machine
from elver.simulation.finish import explain
from elver.simulation.trajectory import Trajectory

ROOT = Path(elver.__file__).parent
CODES = {name: value for name, value in vars(statuses).items() if name.isupper() and isinstance(value, int)}
SEARCHES = (
    "analysis/orbits", "analysis/fit", "analysis/studies/cluster.py", "analysis/studies/optimisation.py",
    "analysis/studies/search.py",
    "analysis/studies/pareto_front.py", "viz/analysis_figures.py", "viz/reports", "cli/commands/orbit.py", "cli/commands/fit.py",
)  # how a search, a fit, a branch of orbits or a task of a cluster ended: no statuses of runs  # fmt: skip


def test_every_code_has_one_word_and_every_word_one_entry():
    assert sorted(CODES.values()) == list(range(len(CODES))) == sorted(BY_CODE)
    assert len(BY_WORD) == len(STATUSES)
    assert {status.code for status in STATUSES} - {None} == set(CODES.values())


@pytest.mark.parametrize("status", STATUSES, ids=lambda s: s.word)
def test_every_status_has_texts(status):
    """A cause that fits into a sentence, and a few words about a machine with every place filled."""
    assert status.cause[0].islower()
    assert not status.cause.endswith(".")
    text = status.of_machine(1.25)
    assert text
    assert "{" not in text
    assert explain_machine(status.word, 1.25) == text


@pytest.mark.parametrize("code", sorted(BY_CODE))
def test_whatever_a_loop_returns_ends_a_run_with_its_word(code):
    """Also in the sentence of a single run."""
    word, _ = in_chunks(lambda chunk: (code, 1.0), 1.0, Progress(1.0, "", False))
    assert word == status_word(code)
    data = xr.Dataset({"body_twist": (("time", "body", "component"), np.ones((2, 1, 6)))}, {"body": ["link"]})
    robot = Robot("one", [Body.solid("link", Box(0.1, 0.1, 0.1), 1000.0)], [])
    program = SimpleNamespace(model=SimpleNamespace(robot=robot))
    text = explain(program, np.zeros(0), Trajectory(np.array([0.0, 1.0]), np.zeros((2, 1)), word, 1, 0.1), data)
    assert BY_WORD[word].cause in text or code == RUNNING
    more = explain(program, np.zeros(0), SimpleNamespace(times=[0.0, 1.0], status=word, detail="because of this"), data)
    assert "because of this" in more or code == RUNNING


def sources():
    """Path below the package and syntax tree of every file."""
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def test_no_other_file_has_codes_of_its_own():
    for name, tree in sources():
        if name == "_support/statuses.py":
            continue
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else []
            names = {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
            assert not names & set(CODES), f"{name} defines {names & set(CODES)}"


def is_status(node) -> bool:
    """Whether an expression is ``status`` or ``x.status``, or an argument ``status=``."""
    return "status" in (getattr(node, "attr", ""), getattr(node, "id", ""), getattr(node, "arg", ""))


def texts(node) -> set[str]:
    """Texts that an expression can be: itself, members of a list, the arms of a choice."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else getattr(node, "elts", [])
    return {text for part in parts for text in texts(part)}


def words_in(tree) -> set[str]:
    """Texts that are compared with a status, given as one, or put into one."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and is_status(node.left):
            found += node.comparators
        elif isinstance(node, (ast.keyword, ast.Assign)) and any(map(is_status, getattr(node, "targets", [node]))):
            found.append(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Row":
            found += node.args[:1]
    return {text for part in found for text in texts(part)}


def test_every_word_in_the_sources_is_in_the_table():
    used = set()
    for name, tree in sources():
        if not name.startswith(SEARCHES):
            words = words_in(tree)
            assert words <= set(BY_WORD), f"{name} uses {words - set(BY_WORD)}"
            used |= words
    assert {"finished", "interrupted", "loop singular", "refused", "failed"} <= used
