"""What building a wheel does besides: the documentation as one file goes into it, for `elver docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DocumentationHook(BuildHookInterface):
    """Write docs.html into the wheel; a checkout that is installed as it is makes it when it is asked for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "docs"))
        from building.booklet import write

        place = Path(self.root) / "build" / "docs.html"
        write(place)
        build_data["force_include"][str(place)] = "elver/docs.html"
