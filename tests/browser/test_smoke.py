"""The page of the eel in a real browser, from its file: it opens without network and computes what native code computes."""

from browsers import needs_chromium, opened
from natively import assert_same, exact_run, state_of, steps_of

import elver

pytestmark = needs_chromium


def test_the_eel_swims_in_the_browser_as_it_does_natively(chromium, page_of):
    page, watched = opened(chromium, page_of("eel"))
    assert page.title() == elver.scenario("eel").title
    page.evaluate("elver.advance(1)")
    assert page.evaluate("[elver.time, elver.status.word]") == [1, "running"]
    assert_same(exact_run("eel", *steps_of(page), longest=1.0), state_of(page))
    assert watched.nothing(), watched
