"""Which method and step a live machine gets."""

import numpy as np
import pytest
from floating_arm import arm
from ready_models import ready
from stiff_models import stiff

from elver._support.errors import InputError
from elver.drive import RecordedMotion, SignalTable
from elver.export.wasm.description import live_steps
from elver.model.program import written
from elver.simulation.schemes.table import stable_limit


@pytest.fixture(scope="module")
def program():
    """A chain with stiff joints."""
    return written(stiff())


def test_a_stiff_model_gets_shorter_steps_and_says_so(program):
    rate = abs(program.fastest_eigenvalue(0.0, program.initial_state(program.parameter_vector()), program.parameter_vector()))
    steps = live_steps(program, 0.01)
    assert steps.method == "rk4"
    assert (0.01 / steps.dt) == pytest.approx(round(0.01 / steps.dt))
    assert 0.5 * stable_limit("rk4") < rate * steps.dt <= stable_limit("rk4")
    assert f"{rate:.3g} 1/s does not allow 0.01 s" in steps.note
    assert live_steps(program, steps.dt).note == ""


def test_what_is_asked_for_by_name_is_taken(program):
    assert live_steps(program, 0.01, "heun").dt == 0.01
    assert "instead of dopri5" in live_steps(program, 1e-5, "dopri5").note


def test_contact_has_its_own_method():
    assert live_steps(written(ready("gray")), 1e-4).method == "moreau"
    with pytest.raises(InputError, match="method rk4 cannot step model"):
        live_steps(written(ready("gray")), 1e-4, "rk4")


@pytest.mark.parametrize(
    ("dt", "method", "message"),
    [(0.0, "auto", "dt = 0.0"), (-1.0, "auto", "dt = -1"), (1e-3, "euler", "unknown method 'euler'")],
)
def test_what_cannot_be_stepped_is_refused(program, dt, method, message):
    with pytest.raises(InputError, match=message):
        live_steps(program, dt, method)


def test_what_is_far_too_stiff_is_refused():
    with pytest.raises(InputError, match=r"too stiff for a live page.*1e-06 s are the shortest"):
        live_steps(written(stiff(kp=1e10, kd=1e6)), 1e-3)


def test_signals_that_begin_later_are_refused():
    table = SignalTable(["j1", "j2", "j3"], np.linspace(0.5, 2.0, 21), np.zeros((21, 3)))
    model = arm(modes=("driven",) * 3, gait=RecordedMotion(table))
    with pytest.raises(InputError, match=r"its sampled signals begin at 0\.5 s"):
        live_steps(written(model), 1e-3)
