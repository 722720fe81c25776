"""A periodic orbit as a result: its start, period, stability and drift, and the metrics of a run that starts on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.display import html_table
from elver._support.errors import NoOrbitError
from elver._support.resources import needed
from elver.analysis.orbits.coordinates import LocalCoordinates
from elver.analysis.orbits.newton import Step
from elver.analysis.orbits.shooting import Drift, Iterate, ShootingEquations
from elver.drive import DelayedGait
from elver.model import InitialState, Model, Program
from elver.results import Metric, Run
from elver.results.run import write_data
from elver.simulation import Save, Solver, simulate

if TYPE_CHECKING:
    import xarray as xr

NEUTRAL = 1e-6  # a multiplier so close to the unit circle decides nothing


@dataclass(frozen=True, eq=False)
class Orbit:
    """A periodic orbit, or the end of a search that found none.

    status: ``converged``, ``stalled``, ``diverged``, ``too many iterations``, ``partial``; detail: one or two sentences.
    state: at the start, in the order of ``names``.   period [s].   steps: of one period, by ``method`` (rk4 or radau).
    start_time [s] on the gait's clock.
    parameters: all free parameters.   residual: largest scaled difference after one period, of every state that should return.
    history: one entry per iteration.   coordinates: names of the rows of ``monodromy``, the derivative of one period.
    multipliers: Floquet's, largest first, without those of symmetries and of the phase.   drift: displacement of one period.
    states: (steps + 1) rows, one period.   system, at: the equations that were solved, and where.
    """

    program: Program
    chart: LocalCoordinates
    status: str
    detail: str
    state: np.ndarray
    period: float
    steps: int
    method: str
    start_time: float
    parameters: Mapping[str, float]
    residual: float
    history: tuple[Step, ...]
    coordinates: tuple[str, ...]
    monodromy: np.ndarray
    multipliers: np.ndarray
    drift: Drift
    states: np.ndarray
    system: ShootingEquations
    at: Iterate

    @property
    def converged(self) -> bool:
        return self.status == "converged"

    def __repr__(self) -> str:
        return (
            f"Orbit of {self.program.model.name}: {self.status}, period {self.period:.6g} s, residual {self.residual:.1e}, "
            f"{self.stability}, largest multiplier {self.floquet_max:.4g}"
        )

    def _repr_html_(self) -> str:
        rows = [
            ("status", f"{self.status}: {self.detail}" if self.detail else self.status),
            ("period", f"{self.period:.6g} s"),
            ("residual", f"{self.residual:.1e}"),
            ("stability", f"{self.stability}, largest Floquet multiplier {self.floquet_max:.4g}"),
            ("drift", f"{self.drift.speed:.4g} m/s"),
        ]
        return html_table(f"Orbit of {self.program.model.name}", rows)

    @property
    def names(self) -> tuple[str, ...]:
        return self.program.equations.layout.names

    @property
    def iterations(self) -> int:
        return max(len(self.history) - 1, 0)

    @property
    def floquet_max(self) -> float:
        """Size of the largest multiplier; 0 where there is none."""
        return float(np.abs(self.multipliers).max(initial=0.0))

    @property
    def stability(self) -> str:
        """``stable``, ``unstable`` or, with a multiplier on the unit circle, ``neutral``; ``unknown`` where there is no orbit."""
        if not self.converged:
            return "unknown"
        if abs(self.floquet_max - 1) <= NEUTRAL:
            return "neutral"
        return "stable" if self.floquet_max < 1 else "unstable"

    @property
    def stable(self) -> bool:
        return self.stability == "stable"

    def demand(self) -> Orbit:
        """This orbit, or NoOrbitError with the report where none was found."""
        if not self.converged:
            raise NoOrbitError(f"{self.program.model.name}: {self.detail}")
        return self

    @cached_property
    def model(self) -> Model:
        """The model, started on the orbit, with the trimmed parameters as defaults."""
        self.demand()
        model, free = self.program.model, self.program.model.free
        free = {name: replace(f, value=self.parameters[name]) for name, f in free.items()}
        gait = DelayedGait(model.gait, self.start_time) if model.gait is not None and self.start_time else model.gait
        return replace(model, start=self.start(), free=free, gait=gait, needs="")

    def start(self) -> InitialState:
        """The state as the start of a model."""
        layout, x = self.program.equations.layout, self.state
        part = {name: x[s] for name, s in layout.slices.items()}
        twist = np.zeros(6)
        twist[list(layout.freedoms)] = part["twist"]
        pose = (
            {"position": tuple(part["position"].tolist()), "quaternion": tuple(part["quaternion"].tolist())}
            if self.chart.posed
            else {}
        )
        return InitialState(
            **pose,
            twist=tuple(twist.tolist()),
            angles=dict(zip((*layout.joints, *layout.followers), [*part["angles"], *part["followers"]], strict=True)),
            rates=dict(zip(layout.joints, part["rates"].tolist(), strict=True)),
            memory=dict(zip(layout.memory, part["memory"].tolist(), strict=True)),
        )

    def run(self, periods: int = 1) -> Run:
        """Simulate whole periods on the orbit: with its own RK4 steps, or by rodas to tight tolerances where it is stiff."""
        h = self.period / self.steps
        if self.method == "rk4":
            return simulate(self.model, periods * self.period, solver=Solver(dt=h, method="rk4"), save=Save(every=h))
        return simulate(
            self.model, periods * self.period, solver=Solver(dt=h, method="rodas", rtol=1e-11, atol=1e-13), save=Save(every=h)
        )

    @cached_property
    def data(self) -> xr.Dataset:
        """The orbit as an xarray Dataset: one period of states, monodromy matrix, multipliers, history of residuals."""
        xr = needed("xarray", "the data set of an orbit")

        time = self.start_time + np.linspace(0.0, self.period, len(self.states))
        text = {"long_name": "state along one period", "units": "SI"}
        variables = {
            "state": (("time", "state_name"), self.states, text),
            "monodromy": (
                ("coordinate", "start_coordinate"),
                self.monodromy,
                {"long_name": "derivative of one period", "units": "SI"},
            ),
            "multiplier_real": ("multiplier", self.multipliers.real, {"long_name": "Floquet multiplier", "units": "1"}),
            "multiplier_imag": ("multiplier", self.multipliers.imag, {"long_name": "Floquet multiplier", "units": "1"}),
            "residual_history": ("iteration", [s.residual for s in self.history], {"long_name": "scaled residual", "units": "1"}),
        }
        labels = {
            "coordinate": list(self.coordinates),
            "start_coordinate": list(self.coordinates),
            "state_name": list(self.names),
        }
        attributes = {"model": self.program.model.name, "summary": json.dumps(self.summary)}
        return xr.Dataset(variables, {"time": ("time", time[: len(self.states)], {"units": "s"}), **labels}, attributes)

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Write NetCDF; an existing file is kept unless ``overwrite``."""
        return write_data(self.data, path, overwrite)

    @property
    def summary(self) -> dict:
        """Metrics as plain numbers."""
        return {
            "status": self.status,
            "status_detail": self.detail,
            "orbit_residual": self.residual if np.isfinite(self.residual) else None,
            "iterations": self.iterations,
            "period": self.period,
            "floquet_max": self.floquet_max,
            "stability": self.stability,
            "drift": list(self.drift.displacement),
            "drift_velocity": list(self.drift.velocity),
            "drift_speed": self.drift.speed,
            "turn_rate": self.drift.turn_rate,
            "parameters": dict(self.parameters),
            "multipliers": [[float(m.real), float(m.imag)] for m in self.multipliers],
            "history": [step.residual if np.isfinite(step.residual) else None for step in self.history],
        }


def orbit_metrics(orbit: Orbit) -> tuple[Metric, ...]:
    """Metrics of a run that starts on an orbit: how well the orbit closes, and how fast it is left."""
    return (
        Metric(
            "orbit_residual",
            "1",
            "how well the periodic orbit closes that the run starts on",
            lambda data: orbit.residual,
            shown="orbit: residual {.1e}",
        ),
        Metric(
            "floquet_max",
            "1",
            "size of the largest Floquet multiplier of the orbit that the run starts on",
            lambda data: orbit.floquet_max,
            shown="orbit: largest Floquet multiplier {.4g}",
        ),
    )
