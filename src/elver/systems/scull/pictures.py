"""Pictures of a rowed boat: one stroke, its powers, both views of the boat in motion. FLOAT Figs. 11-13."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.results import Run, average, has_whole_period, last_beat, last_period
from elver.scenarios import Film, Picture
from elver.systems.scull.metrics import HANDS, handle_force, surge_velocity
from elver.viz.machine import part_silhouettes
from elver.viz.style import ACCENT, CYCLE, INK, SOFT, WATER, legend, new_figure, shown_name, titled

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDES = {"xz": "from starboard", "xy": "from above"}
MARKS = 5.0  # m between marks on the water
INSTANTS = (0.0, 0.15, 0.3, 0.42, 0.6, 0.85)  # of a stroke
NEAR, TALL = ((-2.6, 2.6), (-4.2, 4.4)), ((-0.3, 1.25), (-2.8, 2.8))  # m, of both views


def whole(run: Run) -> bool:
    """Whether a run holds a whole stroke."""
    return has_whole_period(run.data)


def _pitch(data: xr.Dataset) -> np.ndarray:
    """Pitch of the boat, bow down positive [rad]; (time,)."""
    w, _, y, _ = data.base_quaternion.values.T
    return 2 * np.arctan2(y, w)


def stroke_curves(data: xr.Dataset) -> dict[str, np.ndarray]:
    """Surge velocity [m/s], heave [mm] and pitch [deg] without their means, by axis label."""
    heave, angle = 1e3 * data.base_position.values[:, 2], np.degrees(_pitch(data))
    return {
        "surge velocity [m/s]": surge_velocity(data),
        "heave [mm]": heave - average(heave, data.time.values),
        "pitch, bow down [deg]": angle - average(angle, data.time.values),
    }


def _stroke(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Surge velocity, heave and pitch over the last stroke (FLOAT Figs. 11-13)."""
    return strokes_compared({shown_name(run.data): run})


def strokes_compared(runs: Mapping[str, Run]) -> Figure:
    """The last strokes of several runs on common axes; heave and pitch without their means; the ends of the drives are marked."""
    figure, axes = new_figure(3, size=(7.2, 7.2), sharex=True)
    for (name, run), color in zip(runs.items(), CYCLE, strict=False):
        data = last_beat(run.data)
        t = data.time.values - data.time.values[0]
        for axis, (label, curve) in zip(axes, stroke_curves(data).items(), strict=True):
            axis.plot(t, curve, color=color, label=f"{name}, mean {run.summary['mean_surge_speed']:.3g} m/s")
            axis.set_ylabel(label)
            if "stroke.drive" in run.parameters:
                finish = run.parameters["stroke.drive"] * float(data.attrs["period"])
                axis.axvline(finish, color=color, linestyle=":", linewidth=0.9)
    for axis in axes[1:]:
        axis.axhline(0.0, color=SOFT, linewidth=0.6)
        axis.set_title(axis.get_ylabel().split(",")[0].split(" [")[0], loc="left", color=INK, fontsize=11)
    legend(axes[0], "one stroke from the catch (dotted: finish)")
    axes[-1].set_xlabel("time [s]")
    return figure


def power(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Power of the rower by joint, and where it goes, over the last stroke, with the means."""
    data = last_beat(run.data)
    t = data.time.values - data.time.values[0]
    figure, (top, bottom) = new_figure(2, size=(7.8, 6.0), sharex=True)
    for group in dict.fromkeys(data.joint_group.values.tolist()):
        curve = data.joint_power.values[:, data.joint_group.values == group].sum(axis=1)
        if np.abs(curve).max() > 1e-9:
            top.plot(t, curve, label=f"{group}, mean {average(curve, t):.0f} W")
    total = data.power.sel(flow="motor").values
    top.plot(t, total, color=INK, linestyle="--", label=f"together, mean {average(total, t):.0f} W")
    top.set(ylabel="power [W]")
    legend(top, titled(data, "work of the rower's joints"))
    for flow, curve in outflows(data).items():
        bottom.plot(t, curve, label=f"{flow}, mean {average(curve, t):.3g} W")
    bottom.set(xlabel="time from the catch [s]", ylabel="power [W]")
    legend(bottom, "where it goes")
    return figure


def outflows(data: xr.Dataset) -> dict[str, np.ndarray]:
    """Power that leaves the boat by name [W]; the slip of all blades together."""
    found: dict[str, np.ndarray] = {}
    for flow in data.flow.values.tolist():
        if flow not in ("motor", "motor_positive"):
            name = "slip of the blades" if flow.endswith(".slip") else flow
            found[name] = found.get(name, 0.0) + data.power.sel(flow=flow).values
    return found


# --- the boat in motion ---------------------------------------------------------------------------------------------


def body_colors(data: xr.Dataset) -> list[str]:
    """Hull grey, oars and blades red, everything else blue."""
    oars = ("_oar", "_blade")
    return [SOFT if k == 0 else ACCENT if name.endswith(oars) else WATER for k, name in enumerate(data.body.values.tolist())]


def alongside(run: Run) -> Run:
    """The run as seen from a launch that keeps abreast: places along x are those from the boat."""
    data, x = run.data.copy(), run.data.base_position.sel(axis="x")
    for name in ("base_position", "body_position", "com_position"):
        along = data[name].axis == "x"
        data[name] = (
            (data[name] - x.drop_vars("axis").where(along, 0.0)).transpose(*data[name].dims).assign_attrs(data[name].attrs)
        )
    return Run(data)


def draw_boat(axis: Axes, data: xr.Dataset, sample: int, view: str, colors: Sequence[str]) -> None:
    """The boat at one sample: the hull first, then the rower, then the oars."""
    from matplotlib.collections import PolyCollection

    ranks = {SOFT: 0, WATER: 1, ACCENT: 2}
    drawn = sorted(part_silhouettes(data, sample, view), key=lambda found: (found[0] > 0, ranks[colors[found[0]]]))
    rims = [ACCENT if colors[k] == ACCENT else "white" for k, _ in drawn]  # thin oars would drown in a white rim
    fills = [colors[k] for k, _ in drawn]
    axis.add_collection(PolyCollection([p for _, p in drawn], facecolor=fills, edgecolor=rims, linewidth=0.4, zorder=3))


def _water_marks(axis: Axes, x: float, view: str, half: float) -> None:
    """The water's surface, or marks on it, passing by a boat at x [m]."""
    marks = np.arange(np.ceil((x - half) / MARKS), np.floor((x + half) / MARKS) + 1) * MARKS
    low, high = (-0.25, 0.0) if view == "xz" else axis.get_ylim()
    axis.vlines(marks - x, low, high, color="#bcd3e6", linewidth=1.2, zorder=1)
    if view == "xz":
        axis.axhline(0.0, color="#7fa9cc", linewidth=1.0, zorder=4)


def boat_scene(run: Run) -> tuple[Figure, Callable[[int], Any]]:
    """A figure with side and top view that follows the boat, and the function that draws one sample on it."""
    data, colors, x = alongside(run).data, body_colors(run.data), run.data.base_position.sel(axis="x").values
    outline = data.body_outline.values
    half = 0.55 * float(np.nanmax(outline[0, :, 0]) - np.nanmin(outline[0, :, 0]))
    figure, axes = new_figure(2, size=(8.0, 7.4), height_ratios=(1.8, 5.9))
    for axis, view in zip(axes, SIDES, strict=True):
        low, high = (-0.35, 1.45) if view == "xz" else (-2.95, 2.95)
        axis.set(xlim=(-half, half), ylim=(low, high), aspect="equal", ylabel=f"{view[1]} [m]")
        axis.grid(False)
        axis.text(0.01, 0.97, SIDES[view], transform=axis.transAxes, va="top", fontsize=8, color=INK)
    axes[-1].set_xlabel("x, from the oarlocks [m]")

    def draw(sample: int) -> Any:
        for axis, view in zip(axes, SIDES, strict=True):
            for artist in [*axis.lines, *axis.collections]:
                artist.remove()
            _water_marks(axis, x[sample], view, half)
            draw_boat(axis, data, sample, view, colors)
        speed = surge_velocity(data)[sample]
        axes[0].set_title(f"{shown_name(data)}   t = {float(data.time[sample]):5.2f} s   {speed:.2f} m/s", fontsize=10, color=INK)
        return axes[0].collections

    draw(0)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure, draw


def _stills(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Boat and rower at six instants of the last stroke, from the side and from above."""
    data, colors = last_beat(alongside(run).data), body_colors(run.data)
    figure, axes = new_figure(len(INSTANTS), 2, size=(8.4, 8.6), width_ratios=(2.2, 1.0))
    begin, period = float(data.time[0]), float(data.time[-1] - data.time[0])
    for row, share in enumerate(INSTANTS):
        sample = int(np.argmin(np.abs(data.time.values - begin - share * period)))
        for axis, view, width, height in zip(axes[2 * row : 2 * row + 2], SIDES, NEAR, TALL, strict=True):
            draw_boat(axis, data, sample, view, colors)
            axis.axhline(0.0, color="#7fa9cc", linewidth=0.8, zorder=4 if view == "xz" else 1)
            axis.set(xlim=width, ylim=height, aspect="equal", xticks=[], yticks=[])
            axis.grid(False)
            axis.spines[["left", "bottom"]].set_visible(False)
        axes[2 * row].set_title(f"{share * period:.2f} s after the catch", loc="left", fontsize=9, color=INK)
    return figure


PICTURES = (
    Picture("boat", "boat and rower at six instants of the last stroke", _stills, whole),
    Picture("stroke", "surge velocity, heave and pitch over the last stroke", _stroke, whole),
    Picture("power", "power of the rower by joint, and where it goes, over the last stroke", power, whole),
)
FILM = Film("boat", {"boat": boat_scene}, alongside, last_periods=True, colors=body_colors)


# --- The pull: force of the hands over the angle of the oars, as rowers and coaches look at it.


def _whole_pull(run: Run) -> bool:
    """Whether a run holds a whole stroke of hands on handles."""
    return "loop" in run.data.sizes and set(HANDS) <= set(run.data.loop.values.tolist()) and has_whole_period(run.data)


def _pull(run: Run, joints: Iterable[str] = ()) -> Figure:
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
    legend(top, titled(data, f"force across the handles, at most {run.summary['handle_force']:.0f} N"))
    legend(bottom, f"velocity of the boat (dotted: mean {run.summary['mean_surge_speed']:.2f} m/s)")
    return figure


PULL = Picture("pull", "force of the hands and velocity of the boat over the angle of the oars", _pull, _whole_pull)
