"""The energy ledger of machines that are stepped from outside, worked out when it is asked for."""

from __future__ import annotations

import numpy as np

from elver.native.compiler import compile_function
from elver.native.program import Program
from elver.stepping.batch.sampling import make_sampling
from elver.stepping.stepper.fleet import Fleet
from elver.stepping.system import system_of


class Ledger:
    """Remembers where machines began; ``balance`` compares with where they are."""

    def __init__(self, program: Program, fleet: Fleet, dt: float):
        self.program, self.fleet, self.dt = program, fleet, dt
        self.states, self.p, self.times = fleet.state.copy(), fleet.p.copy(), np.zeros(len(fleet.state))

    def begin(self, rows: np.ndarray) -> None:
        """These machines begin where they are now."""
        fleet = self.fleet
        self.states[rows], self.p[rows] = fleet.state[rows], fleet.p[rows]
        self.times[rows] = fleet.base[rows] + fleet.steps[rows] * self.dt

    def balance(self) -> tuple[np.ndarray, np.ndarray]:
        """Error of the ledger [J] and the energy turned over [J], of every machine since it began."""
        sampling, fleet = self._sampling(), self.fleet
        begun = self._samples(self.times, self.p, self.states)
        now = self._samples(fleet.base + fleet.steps * self.dt, fleet.p, fleet.state)
        works = slice(8, 8 + sampling.rows.works)
        done = (now - begun)[:, works] * sampling.signs
        error = done.sum(axis=1) - (now[:, 7] - begun[:, 7])
        return error, np.maximum(np.abs(done).sum(axis=1), np.maximum(np.abs(now[:, 6]), np.abs(begun[:, 6])))

    def _sampling(self):
        """What the ledger looks at, compiled when first asked for."""
        variants = self.program.variants
        if ("ledger",) not in variants:
            sampling = make_sampling(self.program.equations, ())
            variants["ledger",] = sampling, compile_function(sampling.graph)
        return variants["ledger",][0]

    def _samples(self, times: np.ndarray, p: np.ndarray, states: np.ndarray) -> np.ndarray:
        from elver.compiled.rows import evaluate_rows

        native = self.program.variants["ledger",][1]
        out = np.empty((len(times), native.shapes_out[0][0]))
        evaluate_rows(system_of(self.program, p[0].copy(), native), np.arange(p.shape[1]), p, times, states, out)
        return out
