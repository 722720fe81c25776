"""Added mass of boxes in an endless ideal fluid, computed by Capytaine's panels: writes tests/reference/added_mass_of_boxes.csv.

    python tools/added_mass_of_boxes.py            # some minutes; needs the extra `hull`
    python tools/added_mass_of_boxes.py --fit      # from the table: the coefficients in elver.forces.solids

Every box is computed on two grids of panels, closer together at the edges, and extrapolated: the error falls with the square of
the panels' size. The column `error` is the largest difference of extrapolated and fine value over the box's six numbers.
"""

from __future__ import annotations

import argparse
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import numpy as np

TABLE = Path(__file__).parents[1] / "tests" / "reference" / "added_mass_of_boxes.csv"
RATIOS = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0.05)  # of the middle and the shortest edge to the longest
_COARSE, _LEAST = 11, 4  # panels along the longest edge on the coarse grid, and along any; the fine one has twice as many
HEADER = "l1,l2,l3,m1,m2,m3,I1,I2,I3,error"


def panels(edges: np.ndarray, finer: int) -> np.ndarray:
    """Corners (n, 4, 3) of rectangles on the surface of a box about the origin, normals outwards."""
    counts = finer * np.maximum(np.round(_COARSE * (edges / edges[0]) ** 0.35), _LEAST).astype(int)
    grids = [-0.5 * edge * np.cos(np.linspace(0, np.pi, n + 1)) for edge, n in zip(edges, counts, strict=True)]
    found = []
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        for side in (-0.5, 0.5):
            for b0, b1 in zip(grids[b], grids[b][1:], strict=False):
                for c0, c1 in zip(grids[c], grids[c][1:], strict=False):
                    corners = np.empty((4, 3))
                    corners[:, a], corners[:, b], corners[:, c] = side * edges[a], [b0, b1, b1, b0], [c0, c0, c1, c1]
                    found.append(corners if side > 0 else corners[::-1])
    return np.array(found)


def computed(corners: np.ndarray) -> np.ndarray:
    """Added masses and moments of inertia along and about x, y, z through the origin, for a density of 1."""
    import capytaine as cpt

    cpt.set_logging("ERROR")
    mesh = cpt.Mesh(vertices=corners.reshape(-1, 3), faces=np.arange(4 * len(corners)).reshape(-1, 4))
    body = cpt.FloatingBody(mesh=mesh, dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0)), center_of_mass=(0, 0, 0))
    solver = cpt.BEMSolver()
    found = []
    for freedom in body.dofs:
        problem = cpt.RadiationProblem(
            body=body, radiating_dof=freedom, free_surface=np.inf, water_depth=np.inf, omega=1.0, rho=1.0
        )
        found.append(solver.solve(problem, keep_details=False).added_masses[freedom])
    return np.array(found)


def make_table() -> None:
    rows = []
    for l2, l3 in combinations_with_replacement(RATIOS, 2):
        edges = np.array([1.0, l2, l3])
        coarse, fine = (computed(panels(edges, finer)) for finer in (1, 2))
        value = fine + (fine - coarse) / 3
        rows.append([*edges, *value, np.abs(value / fine - 1).max()])
        print(*(f"{v:.5g}" for v in rows[-1]), flush=True)
    np.savetxt(TABLE, rows, delimiter=",", header=HEADER, comments="", fmt="%.6g")


def fit() -> None:
    """Prints the coefficients of the module, and how far they are from the table, boxes left out of the fit too."""
    from elver.forces.solids import MASS_POWERS, MOMENT_POWERS, powers_of_ratios, scales

    table = np.loadtxt(TABLE, delimiter=",", skiprows=1)
    rows, boxes = [], []
    for number, row in enumerate(table):
        for a, b, c in permutations(range(3)):
            edges = row[[a, b, c]]
            mass, moment = scales(*edges, row[3 + b], row[3 + c])
            ratios = row[3 + a] / mass, row[6 + a] / moment
            rows.append((*ratios, *powers_of_ratios(*edges, MASS_POWERS), *powers_of_ratios(*edges, MOMENT_POWERS)))
            boxes.append(number)
    data, own = np.array(rows), np.array(boxes)
    first = 2 + len(MASS_POWERS)
    for name, target, terms in (("masses", data[:, 0], data[:, 2:first]), ("moments", data[:, 1], data[:, first:])):
        coefficients = np.linalg.lstsq(terms, np.log(target), rcond=None)[0]
        off = np.exp(terms @ coefficients) / target - 1
        left = np.empty(len(own))
        for number in set(boxes):
            others = own != number
            without = np.linalg.lstsq(terms[others], np.log(target[others]), rcond=None)[0]
            left[~others] = np.exp(terms[~others] @ without) / target[~others] - 1
        size = np.abs(off).max(), np.sqrt((off**2).mean()), np.abs(left).max(), np.sqrt((left**2).mean())
        print(f"{name}: largest {size[0]:.4f}, mean square {size[1]:.4f}; of boxes left out {size[2]:.4f}, {size[3]:.4f}")
        print(np.array2string(coefficients, separator=", ", precision=6, max_line_width=110))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", action="store_true", help="coefficients from the table that is there")
    if parser.parse_args().fit:
        fit()
    else:
        make_table()


if __name__ == "__main__":
    main()
