"""Runs by the stiff integrator: ledger, resuming, chunks, Ctrl-C, forces without a number, quadratures, quaternions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from stiff_models import Wave, cube, links, settings
from tolerances import assert_close

from elver import InitialState, Model, Robot, simulate
from elver._support import interrupts
from elver.drive import PD
from elver.forces import Effect, Morison
from elver.simulation import Solver


def test_energy_ledger_closes_with_the_tolerance(chain):
    tolerances = (1e-3, 1e-5, 1e-7, 1e-9)
    closures = [
        simulate(chain, 2.0, solver=Solver(method="rodas", rtol=r, atol=r / 100)).summary["ledger_closure"] for r in tolerances
    ]
    for closure, rtol in zip(closures, tolerances, strict=True):
        assert closure < rtol
    assert closures == sorted(closures, reverse=True)


def test_resumed_run_goes_on_within_the_tolerance(chain):
    whole = simulate(chain, 1.0, solver=Solver(method="rodas"))
    rest = simulate(chain, 0.5, solver=Solver(method="rodas"), resume=simulate(chain, 0.5, solver=Solver(method="rodas")))
    assert rest.data.time.values == pytest.approx(whole.data.time.values[50:])
    assert_close(rest.data.state.values, whole.data.state.values[50:], 1e-7)


def test_result_does_not_depend_on_the_chunks(chain, monkeypatch):
    runs = [simulate(chain, 1.0, solver=Solver(method="rodas"))]
    monkeypatch.setattr(interrupts, "_CHUNK_SECONDS", 0.0)
    runs.append(simulate(chain, 1.0, solver=Solver(method="rodas")))
    assert runs[0].data.state.values.tobytes() == runs[1].data.state.values.tobytes()


def test_ctrl_c_keeps_what_was_computed(chain, monkeypatch):
    class Impatient(interrupts.Interrupt):
        """Ctrl-C after the third chunk."""

        chunks = 0

        @property
        def asked(self):
            self.chunks += 1
            return self.chunks > 3

        @asked.setter
        def asked(self, value):
            pass

    monkeypatch.setattr(interrupts, "Interrupt", Impatient)
    run = simulate(chain, 50.0, solver=Solver(method="rodas"))
    assert run.status == "interrupted"
    assert run.data.sizes["time"] > 1
    assert 0 < run.data.time.values[-1] < 50.0
    assert np.isfinite(run.data.state.values).all()
    assert run.summary["ledger_closure"] < 1e-6


def test_not_a_number_from_a_force_is_a_status():
    @dataclass(frozen=True)
    class Broken:
        def effect(self, body, motion):
            return Effect(wrench=ca.vertcat(ca.sqrt(0.5 - motion.time), ca.SX(5, 1)))

    run = simulate(Model("box", Robot("box", [cube()]), {"broken": Broken()}), 1.0, solver=Solver(method="rodas"))
    assert run.status in ("diverged", "step too small")
    assert run.data.time.values[-1] == pytest.approx(0.5, abs=0.01)
    assert "cube" in run.summary["status_detail"]
    assert np.isfinite(run.data.base_position.values).all()


def test_nothing_but_quadratures():
    """A fixed base with driven joints has no equations to solve; only the works are integrated."""
    robot = links(3, mode="driven")
    model = Model("arm", Robot("arm", robot.bodies, robot.joints, base="fixed"), {"water": Morison()}, Wave(2))
    run = simulate(model, 1.0, solver=Solver(method="rodas"))
    again = simulate(model, 1.0, solver=Solver(dt=1e-4, method="rk4"))
    assert_close(run.data.work.values[-1], again.data.work.values[-1], 1e-6)
    assert np.abs(run.data.work.values[-1]).max() > 1e-3


def test_quaternion_stays_normal_in_three_dimensions():
    robot = links(3)
    model = Model("links", Robot("links", robot.bodies, robot.joints), {"water": Morison()}, Wave(2), PD(200.0, 50.0))
    run = simulate(replace(model, start=InitialState(twist=(0.1, 0, 0, 1.0, 2.0, 0.5))), 1.0)
    assert settings(run)["method"] == "rodas"
    assert np.linalg.norm(run.data.state.values[:, 3:7], axis=1) == pytest.approx(1, abs=1e-14)
    assert np.ptp(run.data.base_quaternion.values) > 0.1
