"""Draw the logo, an eel's wave: ``python docs/make_logo.py`` -> docs/style/logo.svg, logo-dark.svg, favicon.svg."""

from __future__ import annotations

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "style"
LIGHT, DARK = ("#2878b5", "#ffffff"), ("#6cc0f0", "#10151a")  # body and eye
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="Elver">
<style>path{{fill:{body}}}circle{{fill:{eye}}}{more}</style>
<path d="{path}"/><circle cx="{x:.1f}" cy="{y:.1f}" r="1.8"/>
</svg>
"""


def outline() -> tuple[str, float, float]:
    """The body as a path, and the place of its eye: a wave whose amplitude grows to the tail, in a section that tapers."""
    s = np.linspace(0.0, 1.0, 90)
    x, y = 6 + 84 * s, 48 + 17 * (0.3 + 0.7 * s) * np.sin(2 * np.pi * 1.35 * s - 0.5)
    tangent = np.gradient(np.array([x, y]), axis=1)
    tangent /= np.hypot(*tangent)
    head = np.sqrt(np.clip(1 - (1 - s / 0.12) ** 2, 0, 1)) * (s < 0.12) + (s >= 0.12)
    width = 7.0 * head * (1 - 0.95 * np.clip((s - 0.12) / 0.88, 0, 1) ** 1.2)
    sides = np.array([-tangent[1], tangent[0]]) * width
    points = np.concatenate([np.array([x, y]) + sides, (np.array([x, y]) - sides)[:, ::-1]], axis=1)
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points.T) + "Z", x[8], y[8] - 2.2


def main() -> None:
    path, x, y = outline()
    for name, (body, eye), box, more in (
        ("logo", LIGHT, "0 20 96 56", ""),
        ("logo-dark", DARK, "0 20 96 56", ""),
        ("favicon", LIGHT, "0 0 96 96", f"@media (prefers-color-scheme:dark){{path{{fill:{DARK[0]}}}circle{{fill:{DARK[1]}}}}}"),
    ):
        text = PICTURE.format(box=box, body=body, eye=eye, more=more, path=path, x=x, y=y)
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
