"""No function, file or package grows beyond what a reader takes in. What is over the bars stands in a list that only shrinks."""

from __future__ import annotations

import pytest

from .bars import BARS, listed, median_length

SHORT = 130  # lines of the file in the middle


@pytest.mark.parametrize("bar", BARS)
def test_nothing_new_is_over_the_bar(bar):
    found, known = BARS[bar](), listed()[bar]
    worse = {name: value for name, value in found.items() if value > known.get(name, 0)}
    assert not worse, f"{bar}: split {worse}; tests/house/bars.py shows all"


@pytest.mark.parametrize("bar", BARS)
def test_the_list_only_shrinks(bar):
    done = sorted(set(listed()[bar]) - set(BARS[bar]()))
    print(f"{bar}: {len(listed()[bar])} still over the bar: {', '.join(listed()[bar])}")
    assert not done, f"{bar}: {done} are over the bar no more; take them off with tests/house/bars.py --write"


def test_files_are_short():
    assert median_length() <= SHORT, f"the median file has {median_length():.0f} lines"
