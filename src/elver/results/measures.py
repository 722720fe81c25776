"""Figures that only some machines have: heading and forward speed of planar chains."""

from __future__ import annotations

import numpy as np

from elver.spatial import rotate


def yaw_angles(data) -> np.ndarray:
    """Angle of every massive body's x axis about the world's z axis [rad], unwrapped in time; (time, body)."""
    w, x, y, z = np.moveaxis(data.body_quaternion.values[:, data.body_mass.values > 0], -1, 0)
    return np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)), axis=0)


def heading(data) -> np.ndarray:
    """Mean angle of the links [rad]. USR (2)."""
    return yaw_angles(data).mean(axis=1)


def com_velocity(data) -> np.ndarray:
    """Velocity of the centre of mass in the world [m/s]; (time, 3)."""
    return data.momentum.values[:, :3] / float(data.body_mass.sum())


def forward_speed(data) -> np.ndarray:
    """Component of the centre of mass's velocity along the heading [m/s]. USR (5)."""
    angle, v = heading(data), com_velocity(data)
    return v[:, 0] * np.cos(angle) + v[:, 1] * np.sin(angle)


def average(series: np.ndarray, times: np.ndarray) -> float:
    """Time average by the trapezoidal rule."""
    return float(np.trapezoid(series, times) / (times[-1] - times[0])) if len(times) > 1 else 0.0


def mean_forward_speed(data) -> float:
    """Time average of the forward speed over the second half of the run [m/s], when the start has been forgotten."""
    t, half = data.time.values, data.sizes["time"] // 2
    return average(forward_speed(data)[half:], t[half:])


def forward_speed_from_rest(data) -> float:
    """Time average of the forward speed over the whole run [m/s], the start included."""
    return average(forward_speed(data), data.time.values)


def final_heading(data) -> float:
    """Heading at the end [rad], full turns counted."""
    return float(heading(data)[-1])


def body_centre(data, body: str) -> np.ndarray:
    """Path of a body's centre of mass in the world [m]; (time, 3)."""
    own = data.sel(body=body)
    return own.body_position.values + rotate(own.body_quaternion.values, own.body_com.values)


def cycle_speed(data) -> tuple[np.ndarray, np.ndarray] | None:
    """Times [s] and the base's net speed over the gait period that ends there [m/s]; None where there is no whole period."""
    times, position, period = data.time.values, data.base_position.values, float(data.attrs["period"])
    back = int(np.searchsorted(times, times[0] + period - 1e-9))
    if period <= 0 or not 0 < back < len(times):
        return None
    distance = np.linalg.norm(position[back:] - position[:-back], axis=1)
    return times[back:], distance / (times[back:] - times[:-back])


def tracked(body: str) -> dict:
    """Displacement of one body in the plane [m] and its mean speed along x [m/s]."""

    def displacement(data) -> list[float]:
        path = body_centre(data, body)
        return (path[-1] - path[0])[:2].tolist()

    def speed(data) -> float:
        seconds = float(data.time[-1] - data.time[0])
        return displacement(data)[0] / seconds if seconds > 0 else 0.0

    return {"tracked_displacement": displacement, "tracked_speed_x": speed}


PLANAR = {
    "mean_forward_speed": mean_forward_speed,
    "forward_speed_from_rest": forward_speed_from_rest,
    "final_heading": final_heading,
}
