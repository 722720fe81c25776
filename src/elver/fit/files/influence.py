"""Which unknowns can act on the channels at all, from the structure of the equations; numbers are not asked."""

from __future__ import annotations

import casadi as ca
import numpy as np

from elver.derivatives.objectives import Moment
from elver.fit.problem import CAMERA, Camera, Problem, Recording, Unknown


def without_influence(problem: Problem) -> list[Unknown]:
    """Unknowns on which no channel of a fitted recording depends."""
    reach = {r.name: Reach(r) for r in problem.fitted if r.channels}
    lost = []
    for unknown in problem.unknowns:
        own = [reach[name] for name in reach if unknown.recording in ("", name)]
        if own and not any(one.acts(unknown) for one in own):
            lost.append(unknown)
    return lost


class Reach:
    """What the channels of one recording depend on: states (after any time), parameters and the camera."""

    def __init__(self, recording: Recording):
        self.recording = recording
        equations = recording.program.equations
        rhs = equations.rhs
        self.states, self.parameters = equations.layout.names, list(equations.parameters)
        x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("x", "p", "u"))
        t, c = ca.SX.sym("t"), ca.SX.sym("c", len(CAMERA))
        camera, moment = Camera(*ca.vertsplit(c)), Moment(equations, t, x, p, u)
        shown = ca.vertcat(*(channel.quantity.expression(moment, camera) for channel in recording.channels))
        looked = ca.Function("looked", [x, p, c], [shown], {"allow_free": True})
        by_x, by_p, by_c = (columns(looked.jac_sparsity(0, k)) for k in range(3))
        flow = matrix(rhs.jac_sparsity(0, 1))
        rates = any(channel.kind == "velocity" for channel in recording.channels)
        seen = by_x | (flow[by_x].any(axis=0) if rates else False)
        while True:  # states that act on seen ones
            wider = seen | (flow[seen].any(axis=0) if seen.any() else False)
            if (wider == seen).all():
                break
            seen = wider
        self.touching = recording.program.model.scene is not None  # contact stands beside the equations: all may act by it
        into = matrix(rhs.jac_sparsity(0, rhs.index_in("p")))
        begin = matrix(equations.initial.jac_sparsity(0, equations.initial.index_in("p")))
        self.seen, self.camera = seen, by_c
        self.acting = by_p | into[seen].any(axis=0) | begin[seen].any(axis=0)

    def acts(self, unknown: Unknown) -> bool:
        """Whether some channel depends on an unknown."""
        if self.touching and unknown.role in ("parameter", "state"):
            return unknown.of in (*self.parameters, *self.states)
        if unknown.role == "parameter":
            return unknown.of in self.parameters and bool(self.acting[self.parameters.index(unknown.of)])
        if unknown.role == "state":
            return unknown.of in self.states and bool(self.seen[list(self.states).index(unknown.of)])
        if unknown.role == "camera":
            return bool(self.camera[CAMERA.index(unknown.of)])
        return any(timed(channel) for channel in self.recording.channels)


def timed(channel) -> bool:
    """Whether a channel notices when it was recorded: figures of whole strokes do not, but for the two parts of a harmonic."""
    return not channel.figure or channel.window is not None or (channel.kind == "harmonic" and channel.count == 2)


def matrix(sparsity: ca.Sparsity) -> np.ndarray:
    """A sparsity as truth values."""
    found = np.zeros(sparsity.shape, dtype=bool)
    rows, places = sparsity.get_triplet()
    found[rows, places] = True
    return found


def columns(sparsity: ca.Sparsity) -> np.ndarray:
    """Columns that are not empty."""
    return np.asarray(matrix(sparsity).any(axis=0))
