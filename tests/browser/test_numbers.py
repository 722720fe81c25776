"""After ten seconds a page has the state of native code: in Chromium, in Firefox, in Node."""

from functools import cache

import pytest
from browsers import needs_chromium, needs_firefox, opened
from firefox import in_firefox
from natively import assert_same, exact_run, state_of, steps_of
from node_runner import WEB, in_node, needs_node, packed
from page_parts import parts_of

pytestmark = pytest.mark.browser
MACHINES = ("eel", "swimmer", "scull-40", "moth", "aiko-obstacles")
EXACT = cache(exact_run)
IN_FIREFOX = """
elver.pause();
elver.reset();
elver.advance(given);
return [elver.names.states, Array.from(elver.state()), elver.status.word];
"""
IN_NODE = """
const { openMachine } = await import(given.file);
const machine = await openMachine(given.description, bytes(given.code));
machine.advance(given.duration);
answer([machine.names.states, Array.from(machine.state()), machine.status.word]);
"""


@needs_chromium
@pytest.mark.parametrize("name", MACHINES)
def test_chromium(chromium, page_of, name):
    page, watched = opened(chromium, page_of(name))
    exact = EXACT(name, *steps_of(page))
    page.evaluate("seconds => { elver.advance(seconds); }", exact.duration)
    assert page.evaluate("elver.status.word") == "running"
    assert_same(exact, state_of(page))
    assert watched.nothing(), watched


@needs_firefox
@pytest.mark.parametrize("name", MACHINES)
def test_firefox(page_of, name, tmp_path):
    description = parts_of(page_of(name))[0]["machine"]
    exact = EXACT(name, description["dt"], description["method"])
    names, values, word = in_firefox(page_of(name), IN_FIREFOX, exact.duration, tmp_path)
    assert word == "running"
    assert_same(exact, dict(zip(names, values, strict=True)))


@needs_node
@pytest.mark.parametrize("name", MACHINES)
def test_node(page_of, name):
    """The parts of the page itself, run by the file that its bundle was made from."""
    payload, code = parts_of(page_of(name))
    description = payload["machine"]
    exact = EXACT(name, description["dt"], description["method"])
    file = (WEB / "machine.js").as_uri()
    names, values, word = in_node(
        IN_NODE, limit=300, file=file, description=description, code=packed(code), duration=exact.duration
    )
    assert word == "running"
    assert_same(exact, dict(zip(names, values, strict=True)))
