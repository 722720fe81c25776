"""Snake robots, random states and bounds for the tests of the closed form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from tolerances import assert_close

from elver.systems.snake.closed_form import CURRENT_LAWS, ClosedForm, SnakeFluid, closed_form
from oracles import snake_multipliers as multipliers

# Rounding in models of up to 30 links that factorise different matrices, condition numbers up to 1e5.
EXACT = 1e-10
# Truncation of central differences with a step of 1e-6 on numbers of order one.
DIFFERENCES = 1e-6
SIZES = (2, 3, 5, 10, 30)
LENGTH, MASS, INERTIA = 0.14, 0.6597, 0.5 * 0.6597 * 0.07**2  # USR III-E, 2l = 0.14 m
WATER = SnakeFluid.from_section(0.03, 0.05, LENGTH)

every_size = pytest.mark.parametrize("n", SIZES)
every_law = pytest.mark.parametrize("law", CURRENT_LAWS)
every_kind = pytest.mark.parametrize("individual", [False, True], ids=["equal", "individual"])


@cache
def paper_robot(n: int = 10, fluid: SnakeFluid | None = WATER) -> ClosedForm:
    """Links of the paper."""
    return closed_form([LENGTH] * n, MASS, INERTIA, fluid)


@cache
def random_robot(n: int, individual: bool, law: str = "printed", current: bool = True) -> ClosedForm:
    """Individual links differ in length, mass, inertia and all fluid coefficients, even in the current."""
    rng = np.random.default_rng([n, individual])
    count = n if individual else 1
    sizes = np.array([0.5, 8, 0.5, 8, 0.4, 1e-3, 1e-3, 1e-3])
    streams = rng.uniform(-1, 1, (count, 2)) * current
    fluids = [
        SnakeFluid(*map(float, sizes * rng.uniform(0.3, 1.5, 8)), current=tuple(map(float, stream)), current_law=law)
        for stream in streams
    ]
    lengths, masses = rng.uniform(0.1, 0.3, count), rng.uniform(0.3, 2, count)
    inertias = masses * lengths**2 * rng.uniform(0.05, 0.2, count)
    repeat = n // count
    return closed_form(np.tile(lengths, repeat), np.tile(masses, repeat), np.tile(inertias, repeat), fluids * repeat)


@dataclass(frozen=True)
class State:
    theta: np.ndarray
    p: np.ndarray
    theta_rate: np.ndarray
    p_rate: np.ndarray
    u: np.ndarray

    @property
    def x(self) -> np.ndarray:
        return np.concatenate([self.theta, self.p, self.theta_rate, self.p_rate])

    @property
    def motion(self) -> tuple:
        return self.theta, self.theta_rate, self.p_rate


def random_states(n: int, count: int = 5) -> list[State]:
    """Link angles all round, speeds of about a metre and torques of a few newton metres."""
    rng = np.random.default_rng([n, 3])
    turn, few = np.pi * rng.uniform(-1, 1, (count, n)), rng.uniform(-3, 3, (count, 2 * n + 3))
    return [State(turn[k], few[k, :2], few[k, 2 : n + 2], few[k, n + 2 : n + 4] / 3, few[k, n + 4 :]) for k in range(count)]


def numbers(results) -> list[np.ndarray]:
    """Outputs of a CasADi function as arrays, columns as vectors."""
    return [np.array(r)[:, 0] if r.shape[1] == 1 else np.array(r) for r in results]


def accelerations(robot: ClosedForm, state: State) -> np.ndarray:
    """[theta''; p''] from the state space form."""
    return np.array(robot.state_space(state.x, state.u)).ravel()[robot.n + 2 :]


def expected_accelerations(robot: ClosedForm, state: State) -> np.ndarray:
    chain = multipliers.Chain(2 * robot.half_lengths, robot.masses, robot.inertias, robot.fluids)
    return np.concatenate(multipliers.accelerations(chain, *state.motion, state.u))


def assert_same_accelerations(value, reference, n: int) -> None:
    """Angular and linear accelerations, each against its own size."""
    assert_close(value[:n], reference[:n], EXACT)
    assert_close(value[n:], reference[n:], EXACT)
