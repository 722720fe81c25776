"""Take the pictures of the live pages: ``python docs/make_page_pictures.py [NAME ...]`` (needs playwright and a Chromium).

Every page is made, opened from its file in a browser without network, run for a while, and photographed; the first one is filmed.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from elver.scenarios import scenario as scenario_named
from elver.scenarios.showing import showcase_changes
from elver.viz import make_page

HERE = Path(__file__).parent
FOLDER = HERE / "img"
QUALITY = 88  # of 100: text stays clear, and a picture has some 100 kB
FILM_QUALITY = 60
sys.path.insert(0, str(HERE.parent / "tests" / "browser"))


@dataclass(frozen=True)
class Shot:
    """When a machine is photographed [s of the machine], and how. fragment: settings in the address.

    film: seconds of the machine in a moving picture.
    """

    after: float
    fragment: str = ""
    dark: bool = False
    phone: bool = False
    film: float = 0.0


FILM = {"width": 960, "height": 600}
RATE = 15  # pictures in a second of a film


SHOTS = {
    "eel": Shot(12.0, film=4.0),
    "eel-loop": Shot(14.0),
    "swimmer": Shot(8.0),
    "crawler": Shot(8.0),
    "snake-amphibious": Shot(15.0),
    "aiko-flat": Shot(8.0),
    "aiko-obstacles": Shot(5.0),
    "gray": Shot(0.08),
    "moth": Shot(0.11),
    "scull-rowing": Shot(13.3),
    "rov": Shot(6.0),
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


def opened_page(browser, file: Path, shot: Shot, **context):
    """The page after its first seconds, and what was watched besides."""
    from browsers import PHONE, WIDE, opened, shown_frames

    viewport = FILM if shot.film else PHONE if shot.phone else WIDE
    scheme = "dark" if shot.dark else "light"
    page, watched = opened(browser, file, fragment=shot.fragment, viewport=viewport, color_scheme=scheme, **context)
    page.evaluate(RUN, shot.after)
    shown_frames(page, 12)
    return page, watched


def photographed(browser, file: Path, shot: Shot) -> list[bytes]:
    """A picture of the page as a reader sees it, paused at the chosen time; of a film all of them."""
    from browsers import shown_frames

    page, watched = opened_page(browser, file, shot, device_scale_factor=1 if shot.film else 1.25)
    pictures = [page.screenshot()]
    for _ in range(round(shot.film * RATE) - 1):
        page.evaluate(RUN, 1 / RATE)
        shown_frames(page, 2)
        pictures.append(page.screenshot())
    page.context.close()
    assert watched.nothing(), watched
    return pictures


def main() -> None:
    from browsers import running_chromium
    from PIL import Image

    chosen = sys.argv[1:] or list(SHOTS)
    with tempfile.TemporaryDirectory() as folder, running_chromium() as browser:
        for name in chosen:
            scenario, shot = name.removesuffix("-dark").removesuffix("-phone"), SHOTS[name]
            file = Path(folder) / f"{scenario}.html"
            if not file.exists():
                make_page(scenario, showcase_changes(scenario_named(scenario))).save(file)
            place = FOLDER / f"page-{name}.webp"
            first, *others = (Image.open(BytesIO(one)).convert("RGB") for one in photographed(browser, file, shot))
            more = {"save_all": True, "append_images": others, "duration": 1000 // RATE, "loop": 0} if others else {}
            first.save(place, quality=FILM_QUALITY if others else QUALITY, method=6, **more)
            print(f"{place.name}: {place.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
