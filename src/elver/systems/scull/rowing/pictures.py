"""The pull: force of the hands over the angle of the oars, as rowers and coaches look at it."""

from __future__ import annotations

import numpy as np

from elver.drawing.picture import Picture
from elver.drawing.style import ACCENT, SOFT, WATER, legend, new_figure
from elver.results import Run
from elver.results.cycles import has_whole_period, last_period
from elver.systems.scull.measures import surge_velocity
from elver.systems.scull.rowing.measures import HANDS, handle_force


def whole_pull(run: Run) -> bool:
    """Whether a run holds a whole stroke of hands on handles."""
    return "loop" in run.data.sizes and set(HANDS) <= set(run.data.loop.values.tolist()) and has_whole_period(run.data)


def pull(run: Run, joints=()):
    """Force of both hands across the handles, and the boat's velocity, over the angle of the oars in the last stroke."""
    data = last_period(run.data)
    angle = np.degrees(data.joint_position.sel(joint="starboard").values)
    drive = data.joint_velocity.sel(joint="starboard").values > 0
    figure, (top, bottom) = new_figure(2, size=(7.2, 6.2), sharex=True)
    for axis, curve, label in ((top, handle_force(data), "both hands [N]"), (bottom, surge_velocity(data), "boat [m/s]")):
        for part, color, name in ((drive, ACCENT, "drive"), (~drive, WATER, "recovery")):
            axis.plot(np.where(part, angle, np.nan), np.where(part, curve, np.nan), color=color, label=name)
        axis.set_ylabel(label)
    top.axhline(0.0, color=SOFT, linewidth=0.6)
    bottom.axhline(run.summary["mean_surge_speed"], color=SOFT, linestyle=":", linewidth=0.9)
    bottom.set_xlabel("angle of the oars, blades astern positive [deg]")
    legend(top, f"{data.attrs['model']}: force across the handles, at most {run.summary['handle_force']:.0f} N")
    legend(bottom, f"velocity of the boat (dotted: mean {run.summary['mean_surge_speed']:.2f} m/s)")
    return figure


PULL = Picture("pull", "force of the hands and velocity of the boat over the angle of the oars", pull, whole_pull)
