"""Elver's contact solvers against Siconos' solutions of the snake robot's contact problems (siconos_problems.py)."""

from __future__ import annotations

import numpy as np
import pytest
import siconos_problems as store

from elver.contact.single.newton import newton
from elver.contact.single.problem import Problem, factor, prox_iteration, residual
from elver.contact.single.solvers import solve

PROBLEMS = store.load()
TOLERANCE = 1e-12  # of both iterations: natural-map residual over weight times dt
AGREE = 1e-8  # of relative velocities, and of impulses where they are unique
NAMES = [f"{p['scenario']}-{p['t']:g}s-stick{p['stick']}-press{p['press']}-open{p['loose']}-{k}" for k, p in enumerate(PROBLEMS)]
each_problem = pytest.mark.parametrize("problem", PROBLEMS, ids=NAMES)


def arguments(problem):
    """The problem as the solvers take it."""
    limits = np.repeat(problem["limit"][:, None], 3, axis=1)
    return Problem(factor(problem["G"]), problem["free"], problem["kind"], problem["start"], limits)


def velocities(problem, P):
    return problem["free"] + problem["G"] @ P


def unique_impulses(problem):
    """Whether gamma fixes P: rows at rest are independent, all others have their impulse from gamma."""
    gamma = velocities(problem, problem["siconos"])
    rest = []
    for kind, i in zip(problem["kind"], problem["start"], strict=True):
        rows = [i, i + 1] if kind == store.PAIR else [i]
        if np.linalg.norm(gamma[rows]) <= AGREE * abs(problem["free"]).max():
            rest += rows
    return not rest or np.linalg.cond(problem["G"][np.ix_(rest, rest)]) < 1e8


def assert_agrees(problem, P):
    ours, theirs = velocities(problem, P), velocities(problem, problem["siconos"])
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=AGREE * abs(problem["free"]).max())
    if unique_impulses(problem):
        np.testing.assert_allclose(P, problem["siconos"], rtol=0, atol=AGREE * problem["scale"])


def test_problems_cover_what_contacts_do():
    assert len(PROBLEMS) >= 18
    assert {p["scenario"] for p in PROBLEMS} == {"aiko-flat", "aiko-obstacles"}
    assert max(p["stick"] for p in PROBLEMS) >= 9
    assert max(p["press"] for p in PROBLEMS) >= 4
    assert any(p["loose"] for p in PROBLEMS)
    assert any(p["stick"] and p["press"] for p in PROBLEMS)
    assert {unique_impulses(p) for p in PROBLEMS} == {True, False}


@each_problem
def test_siconos_solution_obeys_the_contact_laws(problem):
    """The embedding: what Siconos solved is the problem stated here."""
    assert residual(arguments(problem), problem["siconos"], problem["scale"]) < 1e-11


@each_problem
def test_fast_solver(problem):
    P = np.zeros(len(problem["free"]))
    assert solve(arguments(problem), P, problem["scale"], TOLERANCE, 100_000, np.zeros(1, dtype=np.int64), 0) <= 100_000
    assert_agrees(problem, P)


@each_problem
def test_newton(problem):
    P = np.zeros(len(problem["free"]))
    assert newton(arguments(problem), P, problem["scale"], TOLERANCE, 100_000, 0)[1]
    assert_agrees(problem, P)


@each_problem
def test_prox_iteration(problem):
    """r from the diagonal: one over its sum, which no eigenvalue of G exceeds."""
    P, r, most = np.zeros(len(problem["free"])), 1 / np.trace(problem["G"]), 500_000
    assert prox_iteration(arguments(problem), P, problem["scale"], TOLERANCE, most, r, r) <= most
    assert_agrees(problem, P)


def test_a_wrong_limit_is_seen():
    """A disc larger by a millionth moves some relative velocity by more than the agreement asked for."""
    problem = dict(PROBLEMS[0])
    problem["limit"] = problem["limit"] * (1 + 1e-6)
    P = np.zeros(len(problem["free"]))
    solve(arguments(problem), P, problem["scale"], TOLERANCE, 100_000, np.zeros(1, dtype=np.int64), 0)
    with pytest.raises(AssertionError):
        assert_agrees(problem, P)
