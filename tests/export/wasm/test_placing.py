"""Room for contacts: the largest problem of a scene fits, and one that was not foreseen is said to be too large."""

import numpy as np
import pytest
from kernel_runner import moreau_module
from node_runner import needs_node
from small_machines import chain

from elver import InitialState, compile_model
from elver._support.statuses import RUNNING, TOO_MANY
from elver.contact import ContactSettings, Scene, Wall
from elver.export.wasm import blocks
from elver.simulation.contact import run_moreau
from elver.simulation.plan import contact_plan, make_plan

WALLS = tuple(Wall(0.0, -0.02 - 1e-6 * k, np.pi / 2) for k in range(6))
PRESSED = Scene(WALLS, (0.3, 0.2, 0.4), slope=(0.5, -9.0), obstacle_friction=0.2, self_contact=True)
DT, STEPS = 1e-3, 60
pytestmark = needs_node


@pytest.fixture(scope="module")
def lying():
    """The chain lies along six walls behind each other: every link touches each of them with both ends, with friction."""
    return compile_model(chain(PRESSED, start=InitialState(position=(0, -1e-5, 0), twist=(0.5, 0, 0, 0, 0, 0)), control=False))


@pytest.mark.parametrize("solver", ["newton", "gauss-seidel"])
def test_a_problem_that_fills_its_room_is_solved_as_natively(lying, solver):
    settings = ContactSettings(solver, most=20_000)
    module, plan = moreau_module(lying, DT, settings), contact_plan(make_plan(STEPS * DT, DT, output=STEPS * DT))
    states = run_moreau(lying, plan, np.zeros(0), settings, progress=False)[0].states
    statuses, found = module.run(module.call("kernel_moreau_start"), module.steps(STEPS))
    assert statuses == [RUNNING, RUNNING]
    assert found["x"] == pytest.approx(states[-1], abs=1e-9)
    assert np.abs(states[-1] - states[0]).max() > 1e-3
    rows = 3 * (2 + 2 * len(WALLS) * 2)  # ground; both ends at every wall, with friction
    assert rows <= module.block.arrays["failure_B"].shape[0] <= 1.3 * rows


def test_more_contacts_than_there_is_room_for_end_the_run_where_it_is(lying, monkeypatch):
    monkeypatch.setattr(blocks, "MOST_PER_LINK", 4)
    module = moreau_module(lying, DT)
    statuses, found = module.run(module.call("kernel_moreau_start"), module.steps(5))
    assert statuses == [RUNNING, TOO_MANY]
    assert found["done"] == 0
    assert found["x"] == pytest.approx(lying.initial_state(np.zeros(0)), abs=1e-15)
