"""What a page holds: the payload and the module of its file, unpacked again."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any


def parts_of(file: Path) -> tuple[dict[str, Any], bytes]:
    """Payload and code of a page."""
    text = file.read_text(encoding="utf-8")
    found = dict(re.findall(r'<script type="text/plain" id="elver-(\w+)">([^<]*)</script>', text))
    parts = {name: gzip.decompress(base64.b64decode(packed)) if packed else b"" for name, packed in found.items()}
    return json.loads(parts["payload"]), parts["module"]
