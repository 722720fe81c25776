"""The summary of a run as a short table."""

from __future__ import annotations

import math

PITCHING = ("free", "sagittal")  # bases that can pitch
TOO_SHORT = "- (the run is shorter than one stroke)"


def show(value, form: str = ".4g") -> str:
    return "-" if value is None else format(value, form)


def summary_table(run) -> str:
    """Headline figures with units, one per line."""
    s = run.summary
    flows = ", ".join(f"{k} {v:.3g}" for k, v in s["ledger"].items() if k != "motor_positive")
    rows = [
        ("status", f"{s['status']}: {s['status_detail']}"),
        ("simulated", f"{s['duration']:g} s in {s['wall_time']:.3g} s ({factor(s['realtime_factor'])} x real time)"),
        ("final position", ", ".join(f"{v:.4f}" for v in s["final_position"]) + " m"),
        ("mean speed", show(s["mean_speed"]) + " m/s"),
        ("final speed", show(s["final_speed"]) + " m/s (net, last gait period)"),
        ("path length", show(s["path_length"]) + " m"),
        ("pitch turned", show(s["pitch_turned"], ".1f") + " deg"),
        ("peak torque", peak_figures(run)),
        ("motor work", f"{s['work']:.4g} J net, {s['work_positive']:.4g} J positive"),
        ("cost of transport", f"{show(s['cost_of_transport'])} net, {show(s['cost_of_transport_positive'])} positive"),
        ("energy ledger", f"{flows} J; closes to {show(s['ledger_closure'], '.1e')}"),
        *own_figures(s),
    ]
    left_out = () if run.data.attrs.get("base", "free") in PITCHING else ("pitch turned",)
    return "\n".join(f"  {name:<18} {value}" for name, value in rows if name not in left_out)


def factor(value: float | None) -> str:
    """How many times faster than the machine itself; one digit where it is slower."""
    return "-" if value is None else f"{value:.0f}" if value >= 1 else f"{value:.1g}"


def peak_figures(run) -> str:
    """Largest torque, or force, of every group of joints with its unit."""
    found = run.summary["peak_torque_by_group"]
    if not found:
        return "-"
    units = {group: unit_of(run.data, group) for group in found}
    if set(units.values()) == {"N m"}:
        return ", ".join(f"{group} {show(v, '.3g')}" for group, v in found.items()) + " N m"
    return ", ".join(f"{group} {show(v, '.3g')} {units[group]}" for group, v in found.items())


def unit_of(data, group: str) -> str:
    """Unit of what the joints of a group exert."""
    kinds = {str(k) for k, g in zip(data.joint_type.values, data.joint_group.values, strict=True) if str(g) == group}
    return {"prismatic": "N", "revolute": "N m"}.get("".join(sorted(kinds)), "N m or N")


def own_figures(s: dict) -> list[tuple[str, str]]:
    """What only some machines have: wings, an orbit, oars."""
    rows = []
    if "mean_lift" in s:
        rows.append(("wings", TOO_SHORT if s["mean_lift"] is None else wing_figures(s)))
    if s.get("vertical_drift") is not None:
        rows.append(("vertical drift", f"{s['vertical_drift']:.4g} m/s over the last stroke"))
    if "orbit_residual" in s:
        rows.append(("orbit", f"residual {s['orbit_residual']:.1e}, largest Floquet multiplier {s['floquet_max']:.4g}"))
    if "mean_surge_speed" in s:
        rows += [("last stroke", TOO_SHORT)] if s["mean_surge_speed"] is None else boat_figures(s)
    return rows


def wing_figures(s: dict) -> str:
    """Lift, power and strains of a machine with wings over the last stroke, in one line."""
    twist, bending = (math.degrees(s[f"tip_{kind}_amplitude"]) for kind in ("twist", "bending_with_stroke"))
    return (
        f"mean lift {s['mean_lift']:.4g} N, {s['power_per_wing']:.3g} W each, {s['specific_power']:.4g} W/kg, "
        f"tip twists {twist:.3g} and bends {bending:.3g} deg (with the stroke)"
    )


def boat_figures(s: dict) -> list[tuple[str, str]]:
    """Speed, secondary motions and mean powers of a rowed boat over the last stroke."""
    efficiency = "-" if s["blade_efficiency"] is None else f"{s['blade_efficiency']:.3f}"
    motion = f"heave {1e3 * s['heave_range']:.3g} mm, pitch {math.degrees(s['pitch_range']):.3g} deg"
    powers = f"slip {s['slip_power']:.0f}, drag {s['drag_power']:.0f}, waves {s['radiated_power']:.3g} W"
    return [
        ("last stroke", f"{s['mean_surge_speed']:.4g} m/s within {s['surge_speed_range']:.3g} m/s; {motion}"),
        ("rower", f"{s['rower_power']:.0f} W, into {powers}; blade efficiency {efficiency}"),
    ]
