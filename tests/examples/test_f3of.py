"""F3OF of examples/f3of: its mesh, what its predictions are made of, and the file that was written down."""

from __future__ import annotations

import csv
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "f3of"


@pytest.fixture(scope="module")
def predict():
    spec = importlib.util.spec_from_file_location("f3of_predict", FOLDER / "predict.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    sys.path.remove(str(FOLDER))
    for name in (spec.name, "mesh", "predict", "machine"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def written():
    with open(FOLDER / "predictions.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    cases = {row["case"] for row in rows}
    return {
        case: {
            name: np.array([float(row[name] or "nan") for row in rows if row["case"] == case])
            for name in rows[0]
            if name != "case"
        }
        for case in cases
    }


@pytest.mark.parametrize("size", [2.0, 1.0])
def test_the_mesh_is_closed_but_for_the_waterplane(predict, size):
    """Base and flaps meet without a hole: the volume is the same from all three directions, the normals add up to the plane."""
    corners, bodies = predict.mesh.half_panels(size)
    parts = [corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]]
    triangles = np.concatenate([*parts, *(part * [1, -1, 1] for part in parts)])
    normals = 0.5 * np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals[len(normals) // 2 :] *= -1  # a mirror image turns round
    volumes = np.sum(triangles.mean(axis=1) * normals, axis=0)
    plane = 4 * 8 * 0.5 * 1.5**2 * np.sin(np.pi / 4) + 2 * 19 * 2
    assert volumes == pytest.approx(volumes[2], rel=1e-12)
    assert normals.sum(axis=0) == pytest.approx([0, 0, -plane], abs=1e-9)
    assert volumes[2] == pytest.approx(predict.mesh.volumes(corners, bodies).sum())


def test_it_floats_at_the_weight_that_was_published(predict):
    masses = predict.MASSES[0] + 2 * predict.MASSES[1]
    assert 1025 * predict.mesh.volumes(*predict.mesh.half_panels(2.0)).sum() == pytest.approx(masses, rel=3e-3)


def test_the_flaps_swing_as_it_was_written(predict, written):
    own = written["DT3"]
    assert own["time_s"] == pytest.approx(0.1 * np.arange(2001), abs=1e-9)
    x = np.degrees(predict.decay(predict.device(), predict.FREE[:, 3:], np.array([np.pi / 18, 0.0]), step=0.05))[::2]
    assert np.abs(x - np.column_stack([own["fore_deg"], own["aft_deg"]])).max() < 0.1  # twice the step: measured 0.07


def test_the_flaps_swing_as_their_poles_say(predict, written):
    """Together and against each other, the flaps have one natural mode each: added mass and damping near it, as polynomials of
    the frequency, go on into the complex plane. No kernel, no steps.
    """
    own, device = written["DT3"], predict.device()
    late = own["time_s"] > 60
    t = own["time_s"][late]
    w = device.radiation.frequencies
    near = (w > 0.25) & (w < 0.65)
    for sign in (1, -1):
        mode = (predict.FREE[:, 3] + sign * predict.FREE[:, 4]) / np.sqrt(2)
        mass, spring = mode @ device.mass @ mode, mode @ device.stiffness @ mode
        added, damping = (
            np.polyfit(w[near] - 0.45, np.einsum("a,nab,b->n", mode, part[near], mode), 6)
            for part in (device.radiation.added, device.radiation.damping)
        )
        pole = 0.45 + 0j
        for _ in range(40):
            pole = np.sqrt(spring / (mass + np.polyval(added, pole - 0.45) + 1j * np.polyval(damping, pole - 0.45) / pole))
        swing = (own["fore_deg"] + sign * own["aft_deg"])[late]
        shapes = np.column_stack([f(pole.real * t) * np.exp(pole.imag * t) for f in (np.cos, np.sin)])
        fit, *_ = np.linalg.lstsq(shapes, swing, rcond=None)
        assert np.abs(shapes @ fit - swing).max() < 0.02 * np.abs(swing).max(), sign


def test_motions_in_waves_are_those_that_were_written(predict, written):
    device = predict.device()
    for case, spring in (("waves", predict.SPRING), ("waves_without_spring", 0.0)):
        own, found = written[case], np.abs(predict.motions(device, spring))
        at = np.searchsorted(device.radiation.frequencies, own["omega"] - 1e-6)
        for k, name in enumerate(("surge", "heave", "pitch_deg", "fore_deg", "aft_deg")):
            unit = 180 / np.pi if name.endswith("deg") else 1.0
            assert unit * found[at, k] == pytest.approx(own[name], rel=1e-4), (case, name)


def test_waves_lose_in_front_of_the_machine_what_it_radiates(predict):
    """Nothing damps but waves: the power of the loads on the moving machine is what its motion radiates."""
    device = predict.device()
    motion = predict.motions(device, predict.SPRING)
    w = device.radiation.frequencies
    speed = -1j * w[:, None] * motion
    given = 0.5 * np.real(np.sum((device.load @ predict.FREE) * np.conj(speed), axis=1))
    damping = predict.reduced(device.radiation.damping, predict.FREE)
    radiated = 0.5 * np.real(np.einsum("ni,nij,nj->n", np.conj(speed), damping, speed))
    assert given == pytest.approx(radiated, rel=1e-6, abs=1e-6 * radiated.max())


def test_long_waves_carry_the_machine_along(predict):
    device = predict.device()
    surge, heave = np.abs(predict.motions(device, 0.0)[9, :2])  # 0.2 rad/s: waves 1.5 km long
    assert heave == pytest.approx(1.0, abs=0.01)
    assert surge == pytest.approx(1.0, abs=0.1)


def test_the_machine_of_the_engine_swings_as_the_linear_one(predict):
    """Flaps let go at one degree: sixty states for all bodies in place of the whole memory, hinges and all in the engine."""
    import importlib

    import elver

    machine = importlib.import_module("machine")  # beside predict.py
    model = machine.machine("DT3", {"angles": {"fore hinge": np.pi / 180}})
    run = elver.simulate(model, duration=60.0, solver=elver.Solver(method="rk4", dt=0.05))
    linear = predict.decay(predict.device(), predict.FREE[:, 3:], np.array([np.pi / 180, 0.0]), step=0.05)[:1201]
    apart = run.data.joint_position.values - linear
    assert np.sqrt(np.mean(apart**2)) < 0.05 * np.pi / 180  # measured: 3 %
    assert run.summary["ledger_closure"] < 1e-6
