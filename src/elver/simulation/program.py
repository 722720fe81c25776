"""A compiled model: the same call for every machine."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from elver.equations import Equations, Model, assemble
from elver.errors import InputError, unknown_name
from elver.native import NativeFunction, compile_function


@dataclass(frozen=True, eq=False)
class Program:
    """Equations compiled for one machine on this CPU. build_time and compile_time in seconds."""

    equations: Equations
    rhs: NativeFunction
    outputs: NativeFunction
    build_time: float
    compile_time: float

    @property
    def model(self) -> Model:
        return self.equations.model

    def parameter_vector(self, values: Mapping[str, float] | None = None) -> np.ndarray:
        """Free parameters in order: the model's values, replaced by ``values``."""
        known = self.equations.parameters
        for name, value in (values or {}).items():
            if name not in known:
                free = ", ".join(known) or "none; name some with Model.freed(...)"
                raise unknown_name("free parameter", name, known) if known else InputError(f"'{name}' is not free. Free: {free}.")
            if not np.isfinite(value):
                raise InputError(f"parameter '{name}' = {value} is not finite.")
        return np.array([float((values or {}).get(name, default)) for name, default in known.items()])

    def signal_tables(self) -> tuple[np.ndarray, np.ndarray]:
        """Break points and coefficients of the sampled inputs; empty ones where there are none."""
        if self.equations.signals is None:
            return np.array([0.0, 1.0]), np.zeros((1, 0, 1))
        return self.equations.signals.coefficients()

    def initial_state(self, parameters: np.ndarray, t0: float = 0.0) -> np.ndarray:
        """State at the start."""
        from elver.simulation.kernels import evaluate_signals

        breaks, coefficients = self.signal_tables()
        u = np.zeros(3 * coefficients.shape[1])
        evaluate_signals(t0, breaks, coefficients, u)
        return np.array(self.equations.initial(t0, parameters, u), dtype=float).ravel()


def compile_model(model: Model) -> Program:
    """Write a model's equations and compile them."""
    if not isinstance(model, Model):
        raise InputError(f"compile_model takes an elver.Model, not {type(model).__name__}.")
    start = time.perf_counter()
    equations = assemble(model)
    built = time.perf_counter()
    rhs, outputs = compile_function(equations.rhs), compile_function(equations.outputs)
    import elver.simulation.kernels  # noqa: F401  (Numba's import belongs to the compile time)

    return Program(equations, rhs, outputs, built - start, time.perf_counter() - built)
