"""The common part of all pages: bodies, roles, periods."""

from __future__ import annotations

import numpy as np

import elver
from elver.viz.machine import seams
from elver.viz.page.geometry import body_solids, shared_meshes
from elver.viz.page.payload import Words, common_payload, roles_of
from elver.viz.page.replay import replay_payload


def roles(name: str) -> dict[str, set[str]]:
    """Roles of the bodies of a published machine that are drawn."""
    import xarray as xr

    from elver.simulation.finish import described_robot

    robot = elver.scenario(name).build().robot
    count = len(robot.bodies)
    pose = {"body_position": (("time", "body", "axis"), np.zeros((1, count, 3))),
            "body_quaternion": (("time", "body", "quaternion"), np.broadcast_to([1.0, 0, 0, 0], (1, count, 4)))}  # fmt: skip
    data = xr.Dataset({**described_robot(robot), **pose}, {"body": list(robot.body_names)})
    numbers = shared_meshes(body_solids(data))[1]
    found: dict[str, set[str]] = {}
    for body, role, mesh in zip(robot.body_names, roles_of(data, numbers), numbers, strict=True):
        if mesh is not None:
            found.setdefault(role, set()).add(body)
    return found


def test_roles_come_from_groups_and_blades():
    assert set(roles("eel")) == {"base", "body"}
    assert len(roles("eel")["body"]) == 12
    assert set(roles("moth")) == {"base", "wing"}
    scull = roles("scull-40")
    assert scull["oar"] == {"starboard_oar", "port_oar"}
    assert scull["blade"] == {"starboard_blade", "port_blade"}
    assert scull["leg"] == {"shank", "thigh"}
    assert scull["base"] == {"boat"}


def test_words_and_numbers(swimmer_run):
    found = common_payload(swimmer_run.data, "replay", Words("Snake", "a test", "nobody"))
    assert (found["title"], found["about"], found["source"], found["kind"]) == ("Snake", "a test", "nobody", "replay")
    assert found["period"] == float(swimmer_run.data.attrs["period"])
    assert found["duration"] == 0.5
    parents = [body["parent"] for body in found["bodies"]]
    assert parents[0] == -1
    assert all(p < k for k, p in enumerate(parents))


def test_no_period_is_none(gray_run):
    data = gray_run.data.copy()
    data.attrs["period"] = 0.0
    assert common_payload(data, "replay", Words("x"))["period"] is None


def test_strips_of_a_wing_are_one_surface_as_in_figures():
    run = elver.simulate(elver.scenario("moth-tethered"), duration=0.002, progress=False)
    payload = replay_payload(run)
    names = [body["name"] for body in payload["bodies"]]
    pairs = [(names[inner], names[outer]) for inner, outer in payload["seams"]]
    bodies = [str(name) for name in run.data.body.values]
    assert pairs == [(bodies[inner], bodies[outer]) for inner, outer in seams(run.data)]
    blades = int(np.isfinite(run.data.body_blade.values).all(axis=(1, 2)).sum())
    assert len(pairs) == blades - len({inner for inner, _ in pairs} - {outer for _, outer in pairs})
    assert all(payload["bodies"][k]["role"] == "wing" for pair in payload["seams"] for k in pair)
