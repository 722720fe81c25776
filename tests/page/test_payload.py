"""The common part of all pages: bodies, roles, periods."""

from __future__ import annotations

import elver
from elver.page.payload import Words, common_payload, roles_of
from elver.page.solids import body_solids, shared_meshes


def roles(name: str) -> dict[str, set[str]]:
    """Roles of the bodies of a published machine that are drawn."""
    import numpy as np
    import xarray as xr

    from elver.results.finish import described_robot

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
