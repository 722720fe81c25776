"""The water around a submerged vehicle: full added mass with its Munk moment, linear and quadratic damping.

With V = [v; w] the twist of the vehicle through the water where its coefficients are about, and J_a the added inertia,

    wrench = -(J_a Vdot + [w x p_v; w x p_w + v x p_v]) - D V - D_q |V| V,      p = J_a V,

where (D_q |V| V)_i is the sum of D_q,ij |V_j| V_j. The terms in brackets are Kirchhoff's, whole: the textbooks' C_A(V) V with
the Munk moment v x (J_a V)_v, that turns a long body across the stream. They do no work.

SNAME (1950) names the derivatives of the force [X, Y, Z] and the moment [K, M, N] by the velocities u, v, w, p, q, r in axes x
forward, y to starboard, z down: X_udot = dX/d(du/dt), X_u = dX/du, X_uu that by u|u|. All are forces ON the vehicle, so that
those on the diagonal, of drag and added mass alike, are negative.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol, require_number
from elver.forces.effect import Effect, Fitting, Motion, sits_on
from elver.forces.flow import whole_body_effect
from elver.forces.solids import solid_inertia
from elver.quantities import check_quantities, quantity
from elver.robot import Body
from elver.symbolic.arrays import array_of, has_symbols
from elver.symbolic.spatial import column, matrix, skew

_FORCES, _VELOCITIES = "XYZKMN", "uvwpqr"
_NAME = re.compile(r"([XYZKMN])_?([uvwpqr])(dot|\2)?")
_Z_DOWN = (1, -1, -1, 1, -1, -1)  # of SNAME's axes in those of the body: x stays, y and z turn about it
_ROUNDING = 1e-9
_MATRICES = ("added", "linear", "quadratic")


@dataclass(frozen=True, eq=False)
class Vehicle(Fitting):
    """Added mass and damping of one submerged body. Weight and buoyancy are Gravity's.

    derivatives: by SNAME's names, such as ``{"X_udot": -6.4, "X_u": -13.7, "X_uu": -141.0, "Y_rdot": -0.2}``; others are 0.
    Of Y_rdot and N_vdot, which are one, either may be given.
    added, linear, quadratic: in their place whole 6x6 matrices J_a, D, D_q, linear part first, in the axes of the body (x
    forward, y to port, z up), positive on the diagonal.
    at: the place that they are about, in the frame of the body.
    A vehicle that is given no added mass has that of its solid (elver.forces.solids), times ``factor``.
    """

    file_word: ClassVar = "vehicle"

    body: str
    derivatives: Mapping[str, Any] = field(default_factory=dict)
    added: Any = None
    linear: Any = None
    quadratic: Any = None
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "place that the coefficients are about, in the frame of the body")
    factor: float = quantity(1.0, "1", "of the added mass that is computed from the solid", low=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")

    def __post_init__(self) -> None:
        check_quantities(self)
        if not isinstance(self.derivatives, Mapping):
            raise InputError("Vehicle.derivatives must be a mapping from SNAME's names to numbers, such as {'X_udot': -6.4}.")
        places: dict[tuple, str] = {}
        for name, value in self.derivatives.items():
            if (other := places.setdefault(_place_of(name), name)) != name:
                raise InputError(f"Vehicle: {other} and {name} are one derivative in two spellings. Give one of them.")
            if not is_symbol(value):
                require_number(f"Vehicle.derivatives['{name}']", value)
        for name in _MATRICES:
            given = getattr(self, name)
            if given is None:
                continue
            if any(_place_of(d)[0] == name for d in self.derivatives):
                raise InputError(f"Vehicle: '{name}' is given by derivatives and as a matrix. Give one of them.")
            values = array_of(given, (6, 6))
            if values is None:
                raise InputError(f"Vehicle.{name} must be 6 x 6 finite numbers, linear part first.", name=f"Vehicle.{name}")
            object.__setattr__(self, name, values)
        for name in _MATRICES:
            self._check_signs(name, self.coefficients(name))

    @property
    def fluid(self) -> float:
        return self.density

    def coefficients(self, name: str) -> np.ndarray | None:
        """``added``, ``linear`` or ``quadratic`` in the axes of the body, as given; None where nothing of it is given."""
        own = getattr(self, name)
        named = {_place_of(d)[1:]: value for d, value in self.derivatives.items() if _place_of(d)[0] == name}
        if own is not None or not named:
            return own
        values = np.zeros((6, 6), dtype=object if any(is_symbol(v) for v in named.values()) else float)
        for (i, j), value in named.items():
            if name == "added" and (j, i) in named and i != j and not _same(value, named[j, i]):
                one, other = f"{_FORCES[i]}_{_VELOCITIES[j]}dot", f"{_FORCES[j]}_{_VELOCITIES[i]}dot"
                raise InputError(f"Vehicle: {one} and {other} differ. In an ideal fluid they are one number: give one of them.")
            values[i, j] = -_Z_DOWN[i] * _Z_DOWN[j] * value
            if name == "added":
                values[j, i] = values[i, j]
        return values

    def _check_signs(self, name: str, values: np.ndarray | None) -> None:
        """Moving water has energy, and damping takes it; where they are known in numbers."""
        if values is None or has_symbols(values):
            return
        size = np.abs(values).max()
        pushes = next((k for k in range(6) if values[k, k] < 0), None)
        if pushes is not None:
            suffix = {"added": "dot", "linear": "", "quadratic": _VELOCITIES[pushes]}[name]
            raise InputError(
                f"Vehicle: {_FORCES[pushes]}_{_VELOCITIES[pushes]}{suffix} > 0, so that '{name}' drives the vehicle on. "
                "Derivatives are forces on the vehicle, negative for drag and added mass; matrices are positive on the diagonal."
            )
        if name != "added":
            _check_power(name, values)
            return
        if np.abs(values - values.T).max() > _ROUNDING * size:
            raise InputError("Vehicle.added is not symmetric. Give the same number on both sides of the diagonal.")
        if (low := float(np.linalg.eigvalsh(values).min())) < -_ROUNDING * size:
            raise InputError(
                f"Vehicle: the added mass has the eigenvalue {low:.4g}: moving water would have negative energy. Look at the "
                "terms that couple."
            )

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        r, given = column(self.at), self.coefficients("added")
        shift = ca.blockcat([[ca.SX.eye(3), -skew(r)], [ca.SX(3, 3), ca.SX.eye(3)]])  # twist at the origin -> at ``at``
        if given is not None:
            inertia = shift.T @ matrix(given) @ shift
        elif body.shape is not None:
            inertia = solid_inertia(body.shape, self.density * self.factor)
        else:
            raise InputError(
                f"body '{body.name}' has no shape, so its added mass is unknown. Give the vehicle its added mass, or the body a "
                "shape."
            )
        D, D_q = (ca.SX(6, 6) if values is None else matrix(values) for values in map(self.coefficients, ("linear", "quadratic")))

        def damping(through: ca.SX) -> ca.SX:
            V = shift @ through
            return -(shift.T @ (D @ V + D_q @ (ca.fabs(V) * V)))

        return whole_body_effect(body.name, motion, self.current, ca.sparsify(inertia), damping, body.shape, self.density)


# --- Damping takes energy whatever the vehicle does, or it would drive it.
#
# The power that the linear damping takes is V . D V, by the symmetric part of D alone: its eigenvalues must not be negative. That
# of the quadratic one, V . D_q (|V| V), is of the third degree; its sign is looked for on the sphere of velocities.

_STARTS, _BEST, _STEPS = 4000, 40, 60
_LEAST = 1e-7  # of the power of the diagonal


def _check_power(name: str, values: np.ndarray) -> None:
    """Refuses a damping matrix that gives energy to a vehicle in some motion."""
    if name == "linear":
        numbers, ways = np.linalg.eigh(0.5 * (values + values.T))
        if numbers[0] >= -_ROUNDING * np.abs(values).max():
            return
        what, way = f"its symmetric part has the eigenvalue {numbers[0]:.4g}", ways[:, 0]
    else:
        power, way = _least_power(values)
        if power >= -_LEAST:
            return
        speed = np.linalg.norm(way)
        what = f"it takes {float(way @ values @ (np.abs(way) * way)) / speed**3:.4g} W at the unit velocity"
    way = way / np.linalg.norm(way) * (1 if way[np.abs(way).argmax()] > 0 else -1)
    motion = ", ".join(f"{v} {w:.2g}" for v, w in zip(_VELOCITIES, way, strict=True) if abs(w) >= 0.005)
    raise InputError(
        f"Vehicle: the {name} damping gives the vehicle energy out of nothing: {what}, in the motion ({motion}). Make what "
        "couples smaller, or what is on the diagonal larger. The Munk moment and Coriolis's terms are in the law already, and "
        "what was measured as lift at one speed ahead is no damping of a vehicle at rest.",
        name=f"Vehicle.{name}",
    )


def _least_power(Q: np.ndarray) -> tuple[float, np.ndarray]:
    """The least of V . Q (|V| V) where each diagonal term alone is of size 1, and V there; 0 where nothing couples."""
    aside = Q - np.diag(np.diag(Q))
    coupled = np.flatnonzero(np.abs(aside).sum(axis=0) + np.abs(aside).sum(axis=1))
    way = np.zeros(6)
    if not len(coupled):
        return 0.0, way
    own = np.diag(Q)[coupled]
    sizes = np.where(own > 0, own, 1.0) ** (-1 / 3)
    q = sizes[:, None] * Q[np.ix_(coupled, coupled)] * sizes**2

    def power(x: np.ndarray) -> np.ndarray:
        return np.einsum("ni,ij,nj->n", x, q, np.abs(x) * x)

    # differences in size are large where a coupling is small: starts are spread over the decades
    rng = np.random.default_rng(0)
    x = rng.normal(size=(_STARTS, len(coupled))) * 10 ** rng.uniform(-2, 0, size=(_STARTS, len(coupled)))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    x = x[np.argsort(power(x))[:_BEST]]
    step = np.full((len(x), 1), 0.1)
    for _ in range(_STEPS):
        slope = (np.abs(x) * x) @ q.T + 2 * np.abs(x) * (x @ q)
        further = x - step * slope / (np.linalg.norm(slope, axis=1, keepdims=True) + 1e-300)
        further /= np.linalg.norm(further, axis=1, keepdims=True)
        better = (power(further) < power(x))[:, None]
        x, step = np.where(better, further, x), np.where(better, step * 1.5, step * 0.5)
    best = int(power(x).argmin())
    way[coupled] = sizes * x[best]
    return float(power(x)[best]), way


def _place_of(name: str) -> tuple[str, int, int]:
    """Matrix, row and column of one of SNAME's names."""
    found = _NAME.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        raise InputError(
            f"'{name}' is no derivative of a vehicle. Give names such as X_udot (added mass), X_u (linear) and X_uu (quadratic "
            "damping): a force X, Y, Z, K, M or N by a velocity u, v, w, p, q or r."
        )
    force, velocity, kind = found.groups()
    which = {"dot": "added", None: "linear"}.get(kind, "quadratic")
    return which, _FORCES.index(force), _VELOCITIES.index(velocity)


def _same(one: Any, other: Any) -> bool:
    """Whether two numbers are one; symbols are where they are the same expression."""
    if is_symbol(one) or is_symbol(other):
        return bool(ca.is_equal(ca.SX(one), ca.SX(other), 2))
    return one == other
