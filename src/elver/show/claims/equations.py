"""Which equations of the papers the figures of a scenario are calculated by; docs/models has them one by one."""

from __future__ import annotations

EEL = "recursion EEL (4)-(6), (14)-(28); water EEL (46)-(62); gait EEL (63)-(66)"
USR = "recursion for USR (7)-(9), (32)-(40); water USR (14)-(24); gaits and control USR (41)-(43)"
SNAKE = "contact SNAKE (8)-(16), (44)-(53); steps SNAKE (54)-(70); gait and control SNAKE (43), (71)"
MAV = "recursion MAV (1)-(9); springs and chords MAV (12), (13); air MAV (15)"
FLOAT = "recursion and loop FLOAT (7)-(31); hull FLOAT (45)-(52); blades FLOAT (53)-(57)"
EQUATIONS = {
    "eel": EEL,
    "eel-loop": EEL,
    "swimmer": USR,
    "aiko-flat": SNAKE,
    "aiko-obstacles": SNAKE,
    "aiko-small-obstacles": SNAKE,
    "aiko-track": SNAKE,
    "gray": "contact SNAKE (8)-(16), (44)-(53); steps SNAKE (54)-(70)",
    "moth": MAV,
    "moth-tethered": MAV,
    "scull-40": FLOAT,
    "scull-50": FLOAT,
    "scull-rowing": "recursion and loops FLOAT (7)-(31); hull FLOAT (45)-(52); blades that lift, docs/models/scull.md",
}  # by scenario
