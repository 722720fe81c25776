"""Take the pictures of the live pages: ``python docs/make_page_pictures.py [NAME ...]`` (needs playwright and a Chromium).

Every page is made, opened from its file in a browser without network, run for a while, and photographed.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from elver.viz import make_page

HERE = Path(__file__).parent
FOLDER = HERE / "img"
QUALITY = 88  # of 100: text stays clear, and a picture has some 100 kB
sys.path.insert(0, str(HERE.parent / "tests" / "browser"))


@dataclass(frozen=True)
class Shot:
    """When a machine is photographed [s of the machine], and how. fragment: settings in the address."""

    after: float
    fragment: str = ""
    dark: bool = False
    phone: bool = False


SHOTS = {
    "eel": Shot(12.0),
    "eel-loop": Shot(14.0),
    "swimmer": Shot(8.0),
    "crawler": Shot(8.0),
    "snake-amphibious": Shot(15.0),
    "aiko-flat": Shot(8.0),
    "aiko-obstacles": Shot(5.0),
    "gray": Shot(0.08),
    "moth": Shot(0.11),
    "scull-40": Shot(14.0),
    "eel-dark": Shot(12.0, dark=True),
    "eel-phone": Shot(12.0, phone=True),
}
RUN = """seconds => {
  const { world, source } = elver.viewer;
  for (let k = 0; k < 200; k++) {
    elver.advance(seconds / 200);
    world.update(source.outputs);
  }
  world.rig.jump(world.centre);
}"""  # in pieces, as a reader would have seen it: the path is drawn


def photographed(browser, file: Path, shot: Shot) -> bytes:
    """A picture of the page as a reader sees it, paused at the chosen time."""
    from browsers import PHONE, WIDE, opened, shown_frames

    scheme = "dark" if shot.dark else "light"
    page, watched = opened(
        browser,
        file,
        fragment=shot.fragment,
        viewport=PHONE if shot.phone else WIDE,
        color_scheme=scheme,
        device_scale_factor=1.25,
    )
    page.evaluate(RUN, shot.after)
    shown_frames(page, 12)
    picture = page.screenshot()
    page.context.close()
    assert watched.nothing(), watched
    return picture


def main() -> None:
    from browsers import running_chromium
    from PIL import Image

    chosen = sys.argv[1:] or list(SHOTS)
    with tempfile.TemporaryDirectory() as folder, running_chromium() as browser:
        for name in chosen:
            scenario = name.removesuffix("-dark").removesuffix("-phone")
            file = Path(folder) / f"{scenario}.html"
            if not file.exists():
                make_page(scenario).save(file)
            place = FOLDER / f"page-{name}.webp"
            Image.open(BytesIO(photographed(browser, file, SHOTS[name]))).convert("RGB").save(place, quality=QUALITY, method=6)
            print(f"{place.name}: {place.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
