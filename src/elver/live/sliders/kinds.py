"""How a machine follows a number that is moved: through a filter of its own, through one outside, at once, or in its scene."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from elver.drive.clocks import Timed, timed_gaits
from elver.equations import Model
from elver.errors import InputError, is_symbol
from elver.live.sliders.slider import DIRECT, FOLLOWED, SMOOTH
from elver.scenarios.scene_places import PARTS
from elver.symbols import leaves

SAMPLES = (0.7, 0.93, 1.0, 1.21, 1.6)  # factors at which an exponent is looked at
SAME = 1e-9


def depends(thing: Any, symbol: ca.SX) -> bool:
    """Whether a part of a model holds a symbol."""
    return ca.depends_on(ca.vertcat(ca.SX(0, 1), *leaves(thing)), symbol)


def kind_of(model: Model, name: str) -> tuple[str, bool]:
    """Kind of a free parameter's slider, and whether it acts only from the next start on.

    What is part of the scene's geometry is refused: it is compiled into tables.
    """
    symbol = model.free[name].symbol
    if depends(model.scene, symbol):
        raise InputError(f"'{name}' cannot be a slider: it places or shapes what the machine touches. Set it before.")
    acting = [part for part in PARTS if depends(getattr(model, part), symbol)]
    if not acting:
        if not depends(model.start, symbol):
            raise InputError(f"'{name}' cannot be a slider: it changes nothing of '{model.name}' as it is set. Leave it out.")
        return DIRECT, True
    built = "robot" in acting
    if built and model.scene is not None:
        raise InputError(f"'{name}' cannot be a slider: contours and loads of a machine that touches things are tables. Set it.")
    if "gait" in acting and not built:
        return (SMOOTH if model.scene is None else FOLLOWED), False
    return DIRECT, built and ("gait" in acting or bool(model.robot.loops))


# --- periods --------------------------------------------------------------------------------------------------------------


def followed_periods(model: Model, names: list[str]) -> list[tuple[Timed, dict[str, float], float]]:
    """Gaits whose period is a power of followed parameters: the exponents by name, and the time at 0 since phase 0 [s]."""
    found = []
    for timed in timed_gaits(model.gait):
        own = [n for n in names if is_symbol(timed.period) and ca.depends_on(timed.period, model.free[n].symbol)]
        if own:
            powers = {name: exponent(model, timed.period, name) for name in own}
            found.append((timed, powers, float(model_number(model, timed.since_phase_0(0.0)))))
    return found


def exponent(model: Model, period: ca.SX, name: str) -> float:
    """The k of a period that is a constant times the k-th power of a parameter; refused where there is none."""
    symbol, value = model.free[name].symbol, model.free[name].value
    slope = ca.jacobian(period, symbol) * symbol / period
    usual = np.array([f.value for f in model.free.values()])
    law = ca.Function("k", [ca.vertcat(*(f.symbol for f in model.free.values()))], [ca.densify(slope)])
    places, at = usual[:, None] * np.ones(len(SAMPLES)), list(model.free).index(name)
    places[at] = value * np.array(SAMPLES)
    k = np.array(law(places)).ravel()
    if not np.isfinite(k).all() or np.ptp(k) > SAME:
        raise InputError(f"'{name}' cannot be a slider: the gait's period is no power of it, so that its phase would jump.")
    return float(k[0])


def model_number(model: Model, value: Any) -> float:
    """A number of a model at the present values of its free parameters."""
    if not is_symbol(value):
        return float(value)
    return float(model.evaluated(value, np.array([[f.value for f in model.free.values()]]))[0])
