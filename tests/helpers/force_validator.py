"""What every force law of a medium must satisfy, whoever wrote it."""

from __future__ import annotations

from copy import copy
from dataclasses import fields

import casadi as ca
import numpy as np
from tolerances import ALGEBRA, assert_close, assert_differs

from elver.forces import Motion
from elver.robot import Blade, Contour, Ellipsoid
from elver.symbolic.spatial import quaternion_rotation


class Evaluated:
    """A force on one body as numbers: wrench, inertia, energies and flows for a pose and a twist."""

    def __init__(self, force, body):
        Q, P, V = ca.SX.sym("Q", 4), ca.SX.sym("P", 3), ca.SX.sym("V", 6)
        effect = force.effect(body, Motion(ca.SX(0), quaternion_rotation(Q), P, V))
        flows = effect.named_flows("f", V)
        self.flow_names = list(flows)
        outputs = [effect.wrench, effect.inertia, effect.kinetic_energy(V), ca.SX(effect.potential)]
        outputs.append(ca.vertcat(ca.SX(0, 1), *flows.values()))
        self.function = ca.Function("effect", [Q, P, V], [ca.densify(o) for o in outputs])

    def __call__(self, Q, P, V):
        return [np.array(v).squeeze() for v in self.function(Q, P, V)]

    def wrench(self, V, Q=(1, 0, 0, 0), P=(0, 0, 0)):
        return self(Q, P, V)[0]

    def inertia(self, V=(0,) * 6, Q=(1, 0, 0, 0)):
        return self(Q, np.zeros(3), V)[1]

    def flow(self, name, V, Q=(1, 0, 0, 0)):
        return np.atleast_1d(self(Q, np.zeros(3), V)[4])[self.flow_names.index(name)]


def random_quaternion(rng):
    Q = rng.normal(size=4)
    return Q / np.linalg.norm(Q)


def check_added_inertia(force, body, rng, definite: bool = False):
    """The added inertia is symmetric and never negative, and does not depend on pose or velocity."""
    law = Evaluated(force, body)
    inertia = law.inertia()
    assert_close(inertia, inertia.T, ALGEBRA)
    values = np.linalg.eigvalsh(inertia)
    assert values.min() >= -ALGEBRA * values.max()
    assert values.max() > 0
    assert_close(law.inertia(rng.normal(size=6), random_quaternion(rng)), inertia, ALGEBRA)
    if definite:
        assert values.min() > 0


def check_equivariance(force_of_current, body, rng):
    """Turning world, body and current together leaves the wrench in body components unchanged."""
    V, Q, current = rng.normal(size=6), random_quaternion(rng), rng.normal(size=3)
    R = np.array(quaternion_rotation(ca.DM(Q)))
    still = Evaluated(force_of_current(tuple(current)), body).wrench(V)
    turned = Evaluated(force_of_current(tuple(R @ current)), body).wrench(V, Q, rng.normal(size=3))
    assert_close(turned, still, 10 * ALGEBRA)
    assert np.abs(still).max() > 0


def check_galilean(force_of_current, body, rng):
    """A body drifting with the stream feels what a body at rest in still water feels."""
    stream, spin = rng.normal(size=3), rng.normal(size=3)
    V = np.concatenate([rng.normal(size=3), spin])
    moving = Evaluated(force_of_current(tuple(stream)), body)
    still = Evaluated(force_of_current((0.0, 0.0, 0.0)), body)
    carried = V + np.concatenate([stream, np.zeros(3)])
    # The twist's components of the carried body turn with the frame: J (w x U) appears on the other side of the balance.
    transport = still.inertia() @ np.concatenate([np.cross(spin, stream), np.zeros(3)])
    assert_close(moving.wrench(carried) + transport, still.wrench(V), 10 * ALGEBRA)
    assert_differs(still.wrench(carried), still.wrench(V))


def check_drag(force, body, rng, flow: str):
    """No flow, no drag; drag only dissipates, and more the faster."""
    law = Evaluated(force, body)
    assert np.abs(law.wrench(np.zeros(6))).max() == 0
    for _ in range(50):
        V = rng.normal(size=6) * 10 ** rng.uniform(-3, 2)
        lost = law.flow(flow, V)
        assert lost > 0
        assert law.flow(flow, 2 * V) > lost


def check_reads(force, body, rng):
    """What a law says to read of a body decides its effect: other bodies alike in that feel the same."""
    reads = force.reads
    others = {
        "name": "another",
        "mass": 2.7 * body.mass,
        "first_moments": body.first_moments + body.mass * rng.uniform(0.01, 0.02, 3),
        "inertia": 1.7 * body.inertia,
        "shape": Ellipsoid(0.31, 0.12, 0.07),
        "strip": Ellipsoid(0.31, 0.12, 0.07).strip(),
        "contour": None if body.contour is not None else Contour((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.1, 0.01),
        "blade": None if body.blade is not None else Blade((0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, -1), 0.3, 0.1),
        "density": 321.0,
    }
    assert set(others) == {f.name for f in fields(body)}
    V, Q, P = rng.normal(size=6), random_quaternion(rng), rng.normal(size=3)
    own = Evaluated(force, body)(Q, P, V)
    assert np.abs(own[0]).max() > 0
    seen = []
    for name, value in others.items():
        felt = Evaluated(force, _with(body, name, value))(Q, P, V)
        same = all(np.array_equal(a, b) for a, b in zip(own, felt, strict=True))
        assert same or name in reads, f"{type(force).__name__} reads {name}, and does not say so"
        seen += [] if same else [name]
    assert seen, "nothing of the body matters"


def _with(body, name, value):
    """The body with one field changed and all others as they are."""
    other = copy(body)
    object.__setattr__(other, name, value)
    return other
