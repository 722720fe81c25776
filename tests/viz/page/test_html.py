"""One file: parts that unpack to what went in, nothing of a stranger's text outside its place, sizes."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json

import pytest

from elver._support.errors import InputError
from elver.viz.page import make as html_module
from elver.viz.page.make import asset, html_of, packed

SHELL = '<title>@title@</title><meta content="@csp@"><i>@payload@</i><u>@module@</u><b>@bundle@</b><script>@loader@</script>'
TEXTS = {"shell.html": SHELL, "loader.js": 'go("@module@", 1 < 2)', "viewer.js": "window.elver = {} // viewer"}


@pytest.fixture
def small(monkeypatch):
    """A page of a few letters in place of the real one."""
    monkeypatch.setattr(html_module, "asset", TEXTS.__getitem__)


def unpacked(text: str, tag: str) -> bytes:
    inside = text.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
    return gzip.decompress(base64.b64decode(inside)) if inside else b""


def test_parts_unpack_to_what_went_in(small):
    payload = {"title": "Eel", "numbers": [1.5, None, float("nan")]}
    text, sizes = html_of(payload, b"\x00asm...")
    assert json.loads(unpacked(text, "i")) == {"title": "Eel", "numbers": [1.5, None, None]}
    assert unpacked(text, "u") == b"\x00asm..."
    assert unpacked(text, "b") == TEXTS["viewer.js"].encode()
    assert (sizes.module, sizes.page) == (7, len(text))
    assert f"<script>{TEXTS['loader.js']}</script>" in text  # as it is: its own letters are not taken for places


def test_a_replay_has_no_module(small):
    assert "<u></u>" in html_of({"title": "x"})[0]


def test_the_policy_names_the_two_scripts(small):
    text, _ = html_of({"title": "x"})
    for name in ("loader.js", "viewer.js"):
        digest = base64.b64encode(hashlib.sha256(TEXTS[name].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in text


def test_a_title_cannot_leave_its_place(small):
    title = '</title><script>alert(1)</script>" @payload@'
    text, _ = html_of({"title": title, "about": title})
    assert "alert(1)</script>" not in text.replace("&lt;/script&gt;", "")
    assert text.count("<script>") == 1
    assert json.loads(unpacked(text, "i"))["about"] == title
    assert text.count("<i>") == 1


def test_the_same_page_twice(small):
    assert html_of({"title": "x"}, b"1") == html_of({"title": "x"}, b"1")
    assert packed(b"") == ""


def test_a_page_that_is_far_too_large_is_refused(small, monkeypatch):
    monkeypatch.setattr(html_module, "LARGEST", 300)
    with pytest.raises(InputError, match="are allowed"):
        html_of({"title": "x" * 400})


def test_a_missing_file_is_named():
    with pytest.raises(InputError, match=r"'nothing.js' is missing.*make page"):
        asset("nothing.js")


def test_the_shipped_shell_has_all_places_once():
    shell = asset("shell.html")
    for place in ("title", "csp", "payload", "module", "bundle", "loader"):
        assert f"@{place}@" in shell
    assert asset("viewer.js")
    assert "http://" not in asset("loader.js")
