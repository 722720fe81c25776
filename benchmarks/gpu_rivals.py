"""The same eel in MuJoCo Warp and MJX on a GPU: evaluations of its equations of motion a second.

Both take the MJCF of ``rivals.mujoco_xml``: hinges, explicit inertias, MuJoCo's ellipsoid fluid; contacts, constraints and limits
are switched off, and steps are so short that nothing runs away (what they cost does not depend on it). One step of Euler's method
is one evaluation, one of RK4 four of them; what counts is the faster of both, at its fastest number of machines. Steps of MuJoCo
Warp are replayed as a CUDA graph, those of MJX are a compiled scan over a vmap.
"""

from __future__ import annotations

import json
import time
import traceback
from pathlib import Path

import numpy as np

from timing import Metric, progress, relative_error

WARP_SIZES, MJX_SIZES = (8192, 32768, 131072), (8192, 32768)
EVALUATIONS = {"Euler": 1, "RK4": 4}
STEPS, ROUNDS, AGREEMENT = 20, 3, 1e-3  # the last: of accelerations in single precision against MuJoCo on the CPU


def prepare(folder: Path, robot, states: list) -> None:
    """Write the model and the states (``rivals.State``) of some machines."""
    from rivals import MuJoCo, mujoco_xml

    own, rows = MuJoCo(robot), []
    for state in states:
        own.set_state(state)
        rows.append(np.concatenate([own.data.qpos, own.data.qvel]))
    models = {name: mujoco_xml(robot, True, 1e-6, name) for name in EVALUATIONS}
    (folder / "rivals.json").write_text(
        json.dumps({"models": models, "positions": own.model.nq, "rows": np.array(rows).tolist()})
    )


class Eels:
    """What was prepared."""

    def __init__(self, folder: Path):
        import mujoco

        given = json.loads((folder / "rivals.json").read_text())
        self.models = {name: mujoco.MjModel.from_xml_string(xml) for name, xml in given["models"].items()}
        self.rows, self.positions = np.array(given["rows"]), given["positions"]
        self.mujoco = mujoco

    def states(self, machines: int) -> tuple[np.ndarray, np.ndarray]:
        """Positions and velocities, the prepared machines over and over."""
        rows = np.tile(self.rows, (-(-machines // len(self.rows)), 1))[:machines].astype(np.float32)
        return np.ascontiguousarray(rows[:, : self.positions]), np.ascontiguousarray(rows[:, self.positions :])

    def accelerations(self) -> np.ndarray:
        """Of the prepared machines, by MuJoCo on the CPU."""
        model, found = self.models["Euler"], []
        data = self.mujoco.MjData(model)
        for row in self.rows:
            data.qpos[:], data.qvel[:] = row[: self.positions], row[self.positions :]
            self.mujoco.mj_forward(model, data)
            found.append(data.qacc.copy())
        return np.array(found)


def warp_rates(eels: Eels, silent: bool) -> list[Metric]:
    """MuJoCo Warp: rates of both integrators for every number of machines."""
    import mujoco_warp as mjw
    import warp as wp

    wp.config.quiet = True
    rows, start = [], time.perf_counter()
    for name, model in eels.models.items():
        own = mjw.put_model(model)
        for machines in WARP_SIZES:
            data = mjw.make_data(model, nworld=machines, nconmax=0, njmax=0)
            q, v = eels.states(machines)
            wp.copy(data.qpos, wp.array(q))
            wp.copy(data.qvel, wp.array(v))
            mjw.step(own, data)  # builds the kernels
            wp.synchronize()
            if not rows:
                rows.append(Metric("warp_build_s", time.perf_counter() - start, "s"))
                wp.copy(data.qpos, wp.array(q))
                wp.copy(data.qvel, wp.array(v))
                mjw.forward(own, data)
                found = data.qacc.numpy()[: len(eels.rows)]
                rows.append(agreement("warp_error", found, eels))
            with wp.ScopedCapture() as capture:
                mjw.step(own, data)
            seconds = []
            for _ in range(ROUNDS):
                wp.synchronize()
                begin = time.perf_counter()
                for _ in range(STEPS):
                    wp.capture_launch(capture.graph)
                wp.synchronize()
                seconds.append(time.perf_counter() - begin)
            rows.append(rate("warp", name, machines, min(seconds)))
            progress(f"{rows[-1].key}: {rows[-1].value:.2f} M/s", silent)
    return rows


def mjx_rates(eels: Eels, silent: bool) -> list[Metric]:
    """MJX: rates of Euler's method for every number of machines."""
    import jax
    from mujoco import mjx

    jax.config.update("jax_default_matmul_precision", "highest")  # else products are in TF32, and machines run away

    rows = []
    own = mjx.put_model(eels.models["Euler"])
    empty = mjx.make_data(own)

    def begin(q, v):
        return empty.replace(qpos=q, qvel=v)

    def steps(data):
        return jax.lax.scan(lambda d, _: (mjx.step(own, d), None), data, None, STEPS)[0]

    advance = jax.jit(jax.vmap(steps))
    for machines in MJX_SIZES:
        q, v = map(jax.numpy.asarray, eels.states(machines))
        data = jax.vmap(begin)(q, v)
        start = time.perf_counter()
        made = advance.lower(data).compile()
        if not rows:
            rows.append(Metric("mjx_build_s", time.perf_counter() - start, "s"))
        seconds = []
        for _ in range(ROUNDS + 1):
            start = time.perf_counter()
            found = jax.block_until_ready(made(data))
            seconds.append(time.perf_counter() - start)
        if not bool(jax.numpy.isfinite(found.qpos).all()):
            raise RuntimeError("machines ran away")
        rows.append(rate("mjx", "Euler", machines, min(seconds)))
        progress(f"{rows[-1].key}: {rows[-1].value:.2f} M/s", silent)
    return rows


def agreement(key: str, found: np.ndarray, eels: Eels) -> Metric:
    """How far accelerations are from MuJoCo's own."""
    return Metric(key, relative_error(found, eels.accelerations()), at_most=AGREEMENT, note="accelerations, against MuJoCo's")


def rate(who: str, integrator: str, machines: int, seconds: float) -> Metric:
    """Million evaluations a second."""
    value = machines * STEPS * EVALUATIONS[integrator] / seconds / 1e6
    return Metric(f"{who}_M_per_s_{integrator}_{machines}", value, "M/s", note="evaluations")


def rival_metrics(folder: Path, best: float, silent: bool) -> tuple[list[Metric], list[str]]:
    """Rates of both, ``best`` against the faster one's best, and notes about what is missing."""
    rows, notes = [], []
    for who, bar, measure in (("warp", 60.0, warp_rates), ("mjx", None, mjx_rates)):
        progress(f"{who} ..", silent)
        try:
            own = measure(Eels(folder), silent)
        except ImportError as missing:
            notes.append(f"Not installed here, so not compared: {who} ({missing}).")
            continue
        except Exception as error:  # a rival's own trouble must not cost our metrics
            traceback.print_exc()
            notes.append(f"Not compared: {who} failed with {type(error).__name__}: {error}")
            continue
        rows += own
        rates = [f.value for f in own if "_M_per_s_" in f.key]
        rows.insert(
            0, Metric(f"vs_{who}", best / max(rates), at_least=bar, note=f"single precision; it makes {max(rates):.3g} M/s")
        )
    return rows, notes
