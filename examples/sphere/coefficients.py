"""Radiation of the floating sphere from its panels: prints the rows that sphere.yaml holds. Needs the extra `hull`.

The panels' corners lie outside the sphere by so much that the wetted volume is that of half the sphere.
"""

import math

import numpy as np

from elver.forces.hulls import hull_from_mesh
from elver.forces.hulls.hydrostatics import wetted
from elver.forces.hulls.meshes import sphere

RADIUS, MASS, CENTRE, DENSITY, GRAVITY = 0.150, 7.056, (0.0, 0.0, -0.0348), 998.2, 9.82

drawn = sphere(RADIUS, 24)
larger = (2 / 3 * math.pi * RADIUS**3 / wetted(drawn).volume) ** (1 / 3)
hull = hull_from_mesh(sphere(RADIUS * larger, 24), MASS, CENTRE, name="sphere", density=DENSITY, gravity=GRAVITY)
heave = hull.memory.restricted((2,))
np.set_printoptions(precision=10, linewidth=1000, suppress=True)
print("added in heave [kg]:", hull.added[2, 2], "   over the mass:", hull.added[2, 2] / MASS)
print("F:", *(f"- {row.tolist()}" for row in np.round(heave.F, 9)), sep="\n")
print("G:", *(f"- {row.tolist()}" for row in np.round(heave.G, 9)), sep="\n")
print(hull.fit)
