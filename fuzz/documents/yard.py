"""A folder with a scenario file, the files that it may name, and those that it must not: links, pipes, secrets next door."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from fuzz.odd import damage

from .seeds import BESIDE, HOME

DECLARED = '<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
ENTITY = DECLARED + '<robot name="a"><link name="stand">&x;</link></robot>'
BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + ']>\n<robot name="&i;"/>'
)
FILE = "scenario.yaml"
LINKS = {
    "link.csv": "../outside/secret.csv",
    "link.urdf": "../outside/secret.urdf",
    "folder": "../outside",
    "loop": "loop",
    "dangling": "nowhere",
}


class Yard:
    """root: an empty folder. ``inside`` holds the scenario file; ``outside`` what it must not read."""

    def __init__(self, root: Path):
        self.root, self.inside, self.outside = root, root / "inside", root / "outside"
        self.file = self.inside / FILE
        self.clean: dict[str, bytes] = {name: (HOME / name).read_bytes() for name in BESIDE}
        self.dirty: set[str] = set()
        for folder in (self.inside, self.outside, self.inside / "nested"):
            folder.mkdir(parents=True)
        for name, content in self.clean.items():
            (self.inside / name).write_bytes(content)
        (self.inside / "nested" / "motion.csv").write_bytes(self.clean["motion.csv"])
        (self.outside / "secret.csv").write_bytes(self.clean["motion.csv"])
        (self.outside / "secret.urdf").write_bytes(self.clean["robot.urdf"])
        (self.inside / "evil.urdf").write_text(ENTITY)
        (self.inside / "bomb.urdf").write_text(BOMB)
        for name, target in LINKS.items():
            (self.inside / name).symlink_to(target)
        os.mkfifo(self.inside / "pipe")

    def put(self, data: bytes, chance: Random) -> None:
        """The scenario file; now and then a file beside it is damaged too."""
        self.file.write_bytes(data)
        for name in self.dirty:
            (self.inside / name).write_bytes(self.clean[name])
        self.dirty.clear()
        if chance.random() < 0.3:
            name = chance.choice(BESIDE)
            (self.inside / name).write_bytes(damage(self.clean[name], chance)[1])
            self.dirty.add(name)
