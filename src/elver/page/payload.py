"""What every page holds: title, bodies with their meshes, scene, plots, figures and arrows, as plain data (format 1).

web/README.md describes the format from the reader's side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.contact import Scene
from elver.drawing.solid import seams
from elver.page.curves import arrows_of, figures_of, labels, plots_of, shown_joints
from elver.page.scenery import scenery_of
from elver.page.solids import Form, body_solids, morphs_of, moves_of, shared_meshes, world_points
from elver.results.plausibility.kept import plain_doubts, sentences, warnings_of

FORMAT = 1


@dataclass(frozen=True)
class Words:
    """What a page is called: its title, what it is about, where that was published."""

    title: str
    about: str = ""
    source: str = ""


def common_payload(
    data,
    kind: str,
    words: Words,
    joints: Sequence[str] = (),
    touched: Scene | None = None,
    view: str | None = None,
    forms: Sequence[Form] = (),
) -> dict[str, Any]:
    """The part of a payload that live pages and replays share.

    data: of a run; a live page takes a short one, for the first pose and the size of forces.
    kind: ``live`` or ``replay``.   joints: to show.   touched: the scene of the model, where there is one.
    view: the scenario's usual one.   forms: what sliders do to the form of the machine.
    """
    from elver import __version__

    solids = body_solids(data)
    known = [(form, moves) for form in forms if (moves := moves_of(solids, data, form)) is not None]
    meshes, numbers = shared_meshes(solids, [moves for _, moves in known])
    morphs = morphs_of([form for form, _ in known], [moves for _, moves in known], numbers)
    period = float(data.attrs.get("period", 0.0))
    scene = scenery_of(data, world_points(data, solids), touched, view)
    return {
        "format": FORMAT,
        "kind": kind,
        "title": words.title,
        "about": words.about,
        "source": words.source,
        "version": __version__,
        "duration": float(data.time.values[-1] - data.time.values[0]),
        "period": period if period > 0 and np.isfinite(period) else None,
        "bodies": bodies_of(data, numbers),
        "meshes": meshes,
        "scene": scene,
        "arrows": arrows_of(data, scene["size"]),
        "plots": plots_of(data, shown_joints(data, joints)),
        "figures": figures_of(data),
        **({"morphs": morphs} if morphs else {}),
        **({"seams": [list(pair) for pair in cut]} if (cut := seams(data)) else {}),
    }


def trust_of(data, setting: str, of: str) -> dict[str, Any]:
    """What is known against a run, as its summary has it: ``trust`` of a payload; nothing where nothing is.

    setting: what its published added-mass law is changed with.   of: the run that was looked at, in words.
    """
    doubts, found = plain_doubts(data, setting), sentences(warnings_of(data))
    return {"trust": {"doubts": doubts, "warnings": found, "of": of}} if doubts or found else {}


def bodies_of(data, meshes: Sequence[int | None]) -> list[dict[str, Any]]:
    """All bodies: name, number of the mesh, parent, role and centre of mass [m, body frame]."""
    roles = roles_of(data, meshes)
    com = np.nan_to_num(data.body_com.values).round(9).tolist()
    table = zip(labels(data, "body"), meshes, data.body_parent.values.tolist(), roles, com, strict=True)
    return [{"name": n, "mesh": m, "parent": int(p), "role": role, "com": c} for n, m, p, role, c in table]


def roles_of(data, meshes: Sequence[int | None]) -> list[str]:
    """What every body is, for its colour: the base, a wing, or the group of the joint that carries it.

    Where all bodies that are seen belong to one group it says nothing, and they are plain bodies.
    """
    groups = [str(g) for g in data.body_group.values] if "body_group" in data else [""] * data.sizes["body"]
    seen = {g for g, m in zip(groups[1:], meshes[1:], strict=True) if m is not None}
    told = [g if len(seen) > 1 and g else "body" for g in groups]
    if "body_blade" in data:
        winged = np.isfinite(data.body_blade.values).all(axis=(1, 2))
        told = ["wing" if own else word for own, word in zip(winged, told, strict=True)]
    return ["base", *told[1:]]
