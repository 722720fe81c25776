"""Ten thousand damaged files: each loads or is refused in one line that names its place; nothing else ever happens."""

from __future__ import annotations

import random
import re

import pytest
from written import BRIEF, SWIMMER

from elver.document import DocumentError
from elver.machines import load_text

ODD = [
    "", "null", "none", "-1", "0", "1e400", "1e308", "nan", "inf", "[1, 2]", "{}", "{a: 1}", "true", "'x'", "1 m", "30 deg",
    "1/0", "sqrt(-1)", "((((", "*", "&a", "!!x", "x" * 2000, "-" * 500, "\u00fc", "\x00", "[[[[", "i", "link{i}", "{i}",
    "9" * 400, "1e-320", "0x10", "1_000", "2 ** 2 ** 2 ** 2 ** 2 ** 2", "pi", "size", "count", "length", "head", "..", "<<",
    "1000001", "- 1",
]  # fmt: skip
SIGNS = "\t\n :[]{}-0'\"&*!#|>%@`\x00\x7f\u00e9\u2028\ufeff"


def damaged(text: str, chance: random.Random) -> str:
    """The text with a line, a value, a name or a character changed."""
    lines = text.split("\n")
    k, how = chance.randrange(len(lines)), chance.randrange(6)
    line, odd = lines[k], chance.choice(ODD)
    values, names = re.findall(r"(?<=: )[^,{}\[\]]+", line), re.findall(r"[a-z_]+", line)
    if how == 0:
        lines[k] = line[: chance.randrange(len(line) + 1)] + odd + line[chance.randrange(len(line) + 1) :]
    elif how == 1:
        del lines[k]
    elif how == 2:
        lines.insert(k, chance.choice(lines))
    elif how == 3 and values:
        lines[k] = line.replace(chance.choice(values), odd, 1)
    elif how == 4 and names:
        name = chance.choice(names)
        lines[k] = line.replace(name, name[: chance.randrange(len(name))] + name[-1:], 1)
    else:
        place = chance.randrange(len(text))
        return text[:place] + chance.choice(SIGNS) + text[place + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_loads_or_is_refused_at_its_place(seed):
    chance, refused = random.Random(seed), 0
    for _ in range(2500):
        text = chance.choice((SWIMMER, BRIEF))
        for _ in range(chance.choice((1, 1, 2, 3))):
            text = damaged(text, chance) or "x"
        said = refusal(text)
        refused += said is not None
        assert said is None or re.fullmatch(r"fuzz\.yaml:\d+:\d+: [^\n]{5,1500}", said), text
    assert refused > 1500


def refusal(text: str) -> str | None:
    """What is said of a text that is no scenario; None for one that is."""
    try:
        load_text(text, "fuzz.yaml")
    except DocumentError as error:
        return str(error)
    return None
