"""The kernels that are shipped, each by its name: ``KERNELS.advance_maximal(...)`` is called like the kernel itself.

The module of a kernel imports Numba, which takes a second, and its compiler many: whoever only calls the kernel must not import
it. So each is named here once, by its module and its name there; all others refer to an attribute, which editors and mypy know.
"""

from __future__ import annotations

from typing import ClassVar

from elver.codegen.kernels.shipped import ShippedLoop

_EVALUATE = "elver.codegen.kernels.evaluate"
_GEOMETRY = "elver.contact.geometry"


class KERNELS:
    """Every kernel that is shipped; schemes by the method of a run, contact by the number of machines side by side."""

    evaluate_all = ShippedLoop(_EVALUATE, "evaluate_all")
    evaluate_rows = ShippedLoop(_EVALUATE, "evaluate_rows")
    evaluate_signals = ShippedLoop(_EVALUATE, "evaluate_signals")
    quaternions_of = ShippedLoop(_EVALUATE, "quaternions_of")

    features_of = ShippedLoop(_GEOMETRY, "features_of")
    deepest = ShippedLoop(_GEOMETRY, "deepest")
    deepest_pair = ShippedLoop(_GEOMETRY, "deepest_pair")
    advance_maximal = ShippedLoop("elver.contact.single.maximal", "advance_maximal")
    advance_contact_adaptive = ShippedLoop("elver.contact.single.adaptive", "advance_contact_adaptive")
    advance_contact: ClassVar[dict[int, ShippedLoop]] = {
        width: ShippedLoop("elver.contact.simd.step", "ADVANCE", str(width)) for width in (1, 2, 4, 8)
    }
    advance_changes = ShippedLoop("elver.contact.variations.step", "advance_changes")

    advance_adaptive = ShippedLoop("elver.simulation.schemes.adaptive", "advance_adaptive")
    note_samples = ShippedLoop("elver.simulation.batches.kernels", "note_samples")
    advance: ClassVar[dict[str, ShippedLoop]] = {
        method: ShippedLoop("elver.simulation.schemes.fixed", "ADVANCE", method)
        for method in ("semi-implicit", "heun", "rk4", "adams")
    }
    advance_groups: ClassVar[dict[str, ShippedLoop]] = {
        method: ShippedLoop("elver.simulation.batches.kernels", "ADVANCE_GROUPS", method)
        for method in ("semi-implicit", "heun", "rk4")
    }


def all_kernels() -> list[ShippedLoop]:
    """Every kernel of the table."""
    named = [value for name, value in vars(KERNELS).items() if not name.startswith("_")]
    return [kernel for value in named for kernel in (value.values() if isinstance(value, dict) else [value])]
