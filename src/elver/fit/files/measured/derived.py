"""Channels that follow from several markers: the heading of a body, a point in its frame, its speed along an axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from elver.errors import InputError
from elver.fit.files.channels import Marker, Plan
from elver.fit.intake.poses import Pose, near, pose_of, velocity
from elver.fit.intake.sheet import Series
from elver.fit.quantities import AXES, unit_vector

FLAT = 0.02  # relative, by which distances seen from above may miss those in the body's own plane x, y


@dataclass(frozen=True, eq=False)
class Markers:
    """The markers of one recording. seen: by name (frames, 2), in metres of the picture.   times [s]: of the frames.

    world: by name, where each is at the model's start [m].
    """

    known: Mapping[str, Marker]
    times: np.ndarray
    seen: Mapping[str, np.ndarray]
    world: Mapping[str, np.ndarray]

    def pose(self, body: str) -> Pose:
        """The pose of a body, from two markers of it or more."""
        own = [name for name in self.seen if self.known[name].body == body]
        if len(own) < 2:
            raise InputError(
                f"the direction of '{body}' needs two markers on it; the recording has {len(own)}. Add markers on it."
            )
        places = np.array([self.known[name].now[:2] for name in own])
        if np.ptp(places, axis=0).max() < 1e-6:
            raise InputError(f"the markers {', '.join(own)} are at one place of '{body}': they do not tell its direction.")
        real = np.array([self.world[name][:2] for name in own])
        sizes = [np.linalg.norm(p - p[0], axis=1).max() for p in (places, real)]
        if abs(sizes[1] / sizes[0] - 1) > FLAT:
            raise InputError(f"the z axis of '{body}' is not vertical: its direction cannot be told from above by its markers.")
        return pose_of(places, np.stack([self.seen[name] for name in own], axis=1))

    def place(self, settings: Mapping) -> np.ndarray:
        """Where a point is seen: a marker itself, or a place of a body whose pose is known."""
        name = settings.get("name", "")
        if name in self.seen:
            return self.seen[name]
        if name in self.known:
            raise InputError(f"the recording has no x and y of marker '{name}'. Give them, or leave the channel out.")
        at = settings.get("at", (0.0, 0.0, 0.0))
        if callable(at):
            raise InputError(f"a place of '{settings['body']}' that depends on parameters cannot be seen. Make it a marker.")
        return self.pose(settings["body"]).place(np.asarray(at, dtype=float))

    def course(self, plan: Plan) -> Series:
        """What a channel measures, out of the markers, in SI units."""
        settings = plan.settings
        if plan.way == "heading":
            values = self.heading(settings)
        elif plan.way == "speed":
            along = np.array(unit_vector(settings.get("along", "x")))
            values = self.pose(settings["body"]).inward(velocity(self.times, self.place(settings))) @ along[:2]
        elif plan.way == "point" and settings["axis"] in AXES[:2]:
            values = self.point(settings)
        else:
            raise InputError(f"channel '{plan.name}' cannot be told from markers seen from above: {plan.described}.")
        return Series(plan.column, self.times, values, np.full(len(values), np.nan), plan.dimension)

    def point(self, settings: Mapping) -> np.ndarray:
        """A coordinate of a point in the picture, or in the frame of a body."""
        place, axis = self.place(settings), AXES.index(settings["axis"])
        if not settings.get("within"):
            return place[:, axis]
        frame = self.pose(settings["within"])
        return frame.inward(place - frame.origin)[:, axis]

    def heading(self, settings: Mapping) -> np.ndarray:
        """The direction of a body's axis, in the picture or from another body's axis [rad]."""
        ahead = unit_vector(settings.get("forward", "x"))
        angles = self.pose(settings["body"]).yaw + np.arctan2(ahead[1], ahead[0])
        other = settings.get("relative_to")
        return near(angles - (self.pose(other).yaw if other else 0.0), settings.get("reference", 0.0))
