"""Settings of the site: ``make docs``. What it shows lies in this folder or is made from the code; no network."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from building.contents import add_contents, read_start_again
from building.docstrings import make_readable
from building.folding import FoldTables
from building.live import LiveLinks, copy_pages
from building.mathematics import add_mathematics
from building.reference import write_reference
from building.reports import add_report, copy_report
from building.repository import link_to_repository

project = "Elver"
author = "The Elver developers"
copyright = author
release = version = version_of("elver")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["building", "pages", "img", "data", "style", "site", "notebooks"]
nitpicky = True
nitpick_ignore_regex = [(r"py:.*", r".*")]  # types of other packages, and of packages that offer no names: shown as they are
suppress_warnings = ["myst.header"]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_dmath_allow_space = False  # a sum of money is no mathematics
html_math_renderer = "mathml"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
add_module_names = False

html_theme = "furo"
html_title = "Elver"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = "style/favicon.svg"
html_theme_options = {
    "navigation_with_keys": True,
    "light_logo": "logo.svg",
    "dark_logo": "logo-dark.svg",
    **link_to_repository(),
}
html_show_copyright = False
html_copy_source = False


def setup(app) -> None:
    add_mathematics(app)
    app.connect("builder-inited", write_reference)
    app.connect("env-get-outdated", read_start_again)
    app.connect("source-read", add_contents)
    app.connect("source-read", add_report)
    app.connect("autodoc-process-docstring", make_readable)
    app.connect("build-finished", copy_pages)
    app.connect("build-finished", copy_report)
    app.add_transform(LiveLinks)
    app.add_transform(FoldTables)
