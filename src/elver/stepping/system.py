"""A program as the tuples that compiled loops take."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from elver.compiled.system import Linear, System
from elver.native import NativeFunction
from elver.native.program import Program


def system_of(
    program: Program,
    p: np.ndarray,
    native: NativeFunction | None = None,
    also: Iterable[NativeFunction] = (),
    width: int = 1,
) -> System:
    """The right-hand side, or other native code of the program, with parameters p.

    also: native code that uses the same working room.   width: machines side by side in vectors.
    """
    native = program.rhs if native is None else native
    work = max(f.work_size for f in (native, *also))
    places = [k * width + lane for k in program.equations.layout.velocity_like for lane in range(width)]
    velocity_like = np.array(places, dtype=np.int64)
    return System(
        native.address, max(work, 1), native.constants(p), *program.signal_tables(), velocity_like, quaternion_index(program)
    )


def quaternion_index(program: Program) -> int:
    """Place of the base's quaternion in the state; -1 where there is none."""
    part = program.equations.layout.slices["quaternion"]
    return part.start if part.stop > part.start else -1


def linear_of(program: Program) -> Linear:
    """Code and columns of df/dx; compiled when first asked for."""
    c = program.columns
    return Linear(program.tangent.address, c.seeds, c.owner, c.coupled, c.quadratures)
