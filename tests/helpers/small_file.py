"""A small scenario file: a paddle that swings in water about a fixed hinge."""

PADDLE = """\
elver: 1
name: paddle
parameters:
  amplitude: {value: 0.4, unit: rad, range: [0.1, 1], meaning: of the swing}
machine:
  base: planar
  bodies:
    hull: {shape: {type: box, l1: 0.2, l2: 0.1, l3: 0.1}, density: 1000}
    blade: {shape: {type: plate, l1: 0.1, l2: 0.01, l3: 0.08, at: [0.05, 0, 0]}, density: 1000}
  joints:
    hinge: {parent: hull, child: blade, at: [0.1, 0, 0], axis: [0, 0, 1]}
media:
  water: {type: morison, density: 1000, drag_e2: 1.1}
drive:
  gait: {type: serpenoid, joints: [hinge], amplitude: amplitude, frequency: 1 Hz}
run: {duration: 0.2, dt: 2 ms}
"""
WRONG = PADDLE.replace("drag_e2: 1.1", "drag_e2: far")
DRAWN = PADDLE.replace(
    "gait: {type: serpenoid, joints: [hinge], amplitude: amplitude, frequency: 1 Hz}",
    "gait: {type: spline, period: 1, points: {hinge: [0.0, amplitude, 0.1, 0.0, -0.4, -0.1]}}  # by hand",
)
