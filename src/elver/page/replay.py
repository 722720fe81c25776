"""A saved run, or one case of a sweep, as a page that plays it again."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from elver.errors import InputError, from_user
from elver.page.curves import recorded_figures, shown_joints
from elver.page.payload import Words, common_payload, trust_of
from elver.page.recording import recording_of
from elver.results import Run
from elver.results.plausibility.kept import CONSISTENT
from elver.results.provenance import drawn_surroundings
from elver.scenarios import Scenario
from elver.show.drawn import origin_of, scenario_of

FEWEST = 2  # samples of something that moves


def replay_payload(run: Run, title: str | None = None) -> dict[str, Any]:
    """Everything that the page of a run holds. Bodies that are not drawn are left out."""
    return from_user("making the page (are the data damaged or not finite?)", payload_of, run, title)


def payload_of(run: Run, title: str | None) -> dict[str, Any]:
    chosen = scenario_of(run)
    data = with_surroundings(readable(run.data), chosen)
    joints = shown_joints(data, chosen.joints_shown if chosen else ())
    words = Words(title or (chosen.title if chosen else file_title(run)), about(run), chosen.source if chosen else "")
    payload = common_payload(data, "replay", words, joints, view=chosen.film.view if chosen else None)
    kept = seen_bodies(payload["bodies"])
    payload["bodies"] = drawn_bodies(payload["bodies"])
    if "seams" in payload:
        payload["seams"] = [[kept.index(k) for k in pair] for pair in payload["seams"]]
    payload["recording"] = recording_of(data, [body["name"] for body in payload["bodies"]], joints)
    payload["figures"] = recorded_figures(data)
    payload |= trust_of(run.data, chosen.energy_keeping if chosen else CONSISTENT, "the whole run")
    return payload | {"machine": None, "ended": {"word": str(run.status), "text": str(run.status_detail)}}


def with_surroundings(data, chosen: Scenario | None):
    """The data set of a run that was saved before surroundings were recorded, with those of its scenario."""
    if chosen is None or "surroundings" in data.attrs or "regions" in data.attrs:
        return data
    return data.assign_attrs(surroundings=json.dumps(drawn_surroundings(chosen.build(), {})))


def readable(data):
    """The samples whose places are all finite numbers; refused where fewer than two are."""
    good = np.isfinite(data.body_position.values).all(axis=(1, 2)) & np.isfinite(data.body_quaternion.values).all(axis=(1, 2))
    if good.sum() < FEWEST:
        raise InputError(
            f"the run of '{data.attrs['model']}' has {int(good.sum())} sample(s) with finite places: nothing moves. "
            "Give a run with two or more."
        )
    return data if good.all() else data.isel(time=np.flatnonzero(good))


def file_title(run: Run) -> str:
    """The title of the file that a run was made from; the name of its model where there is none."""
    found = origin_of(run).get("title")
    return found if isinstance(found, str) and found.strip() else str(run.data.attrs["model"])


def about(run: Run) -> str:
    """What was run and how it ended, in a line."""
    return f"recorded run of {run.data.attrs['model']}: {run.status_detail}"


def seen_bodies(bodies: list[dict[str, Any]]) -> list[int]:
    """Numbers of the bodies that are seen; all of them where none is."""
    return [k for k, body in enumerate(bodies) if body["mesh"] is not None] or list(range(len(bodies)))


def drawn_bodies(bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The bodies that are seen; the parent of each is the nearest one before it that is seen."""
    kept = seen_bodies(bodies)
    place = {k: n for n, k in enumerate(kept)}

    def ancestor(k: int) -> int:
        while k >= 0 and k not in place:
            k = bodies[k]["parent"]
        return place.get(k, -1)

    return [bodies[k] | {"parent": ancestor(bodies[k]["parent"])} for k in kept]
