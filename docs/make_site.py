"""Put a site together that can be published as it is: ``python docs/make_site.py HTML FOLDER``.

HTML is what Sphinx wrote (``make docs``). FOLDER/index.html is the landing page, FOLDER/docs the documentation with live pages
and reports.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent


def make(built: Path, target: Path) -> Path:
    """Write the folder anew; the landing page."""
    if not (built / "index.html").is_file():
        raise SystemExit(f"{built} holds no site: `make docs` first.")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(built, target / "docs", ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))
    shutil.copyfile(HERE / "site" / "landing.html", target / "index.html")
    shutil.copyfile(HERE.parent / "llms.txt", target / "llms.txt")
    (target / ".nojekyll").touch()  # hosts that know Jekyll would leave out folders that begin with an underscore
    return target / "index.html"


if __name__ == "__main__":
    print(make(Path(sys.argv[1]), Path(sys.argv[2])))
