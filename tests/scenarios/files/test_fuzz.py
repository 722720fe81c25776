"""Any bytes are a scenario or one error with its place: ten thousand files with fixed seeds, and what earlier ones found."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import pytest
from written import BRIEF, SWIMMER, changed

from elver.scenarios import load, load_text
from elver.scenarios.yaml.nodes import DocumentError

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))
CASES, SHARES = 10_000, 4
SEED = 2


@pytest.fixture(scope="module")
def yard(tmp_path_factory):
    from fuzz.documents.yard import Yard

    return Yard(tmp_path_factory.mktemp("files") / "yard")


@pytest.mark.parametrize("share", [pytest.param(k, marks=pytest.mark.long if k else ()) for k in range(SHARES)])
def test_any_file_is_a_scenario_or_one_error(share, yard):
    from fuzz.many import attack_block

    count = CASES // SHARES
    tally, findings = attack_block(SEED, share * count, count, yard)
    assert not findings, "\n".join(f"case {case}: {finding}\n  {what[:300]}" for case, finding, what in findings[:5])
    assert tally["scenarios"] > count / 20  # not everything is refused at the door
    assert tally["errors"] > count / 2


def test_a_case_is_the_same_every_time():
    from fuzz.case import chance_of
    from fuzz.scenarios import SHARES, WAYS

    def made(case):
        chance = chance_of("scenarios", SEED, case)
        return chance.choices(WAYS, SHARES)[0](chance)

    assert [made(case) for case in range(50)] == [made(case) for case in range(50)]
    assert len({made(case) for case in range(50)}) > 45


def warned():
    import warnings

    warnings.warn("look", RuntimeWarning, stacklevel=1)


def opened():
    with open("/etc/hostname", "rb"):
        pass


def refused(message="scenario.yaml:1:1: no.", line=1):
    file, _, rest = message.partition(":")
    error = DocumentError(file, line, 1, "", "")
    error.args = (message,)
    assert rest
    raise error


def deep():
    raise RecursionError("too deep")


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (warned, "warning: RuntimeWarning: look"),
        (opened, "open of '/etc/hostname'"),
        (lambda: print("hello"), "printed: 'hello"),
        (deep, "RecursionError"),
        (lambda: {}["a"], "KeyError"),
        (lambda: refused("elsewhere: no."), "does not begin with file"),
        (lambda: refused("scenario.yaml:1:1: a\nb."), "not one line"),
        (lambda: refused(f"scenario.yaml:1:1: {'x' * 2000}."), "characters"),
        (lambda: refused("scenario.yaml:9:1: no.", 9), "line 9 of 2"),
    ],
)
def test_the_verdict_bites(read, says, capfd):
    from fuzz.documents.verdict import judged
    from fuzz.scenarios import watch

    with capfd.disabled():
        assert judged(watch(), lambda: None, "scenario.yaml", b"a", None, lambda answer: None) == ("scenario", [])
        _, findings = judged(watch(), read, "scenario.yaml", b"a", None, lambda answer: None)
    assert findings
    assert says in findings[0]


@pytest.mark.parametrize(("slow", "found"), [((True, False), []), ((True, True), ["took"])])
def test_time_counts_where_a_second_attempt_is_slow_too(slow, found, monkeypatch):
    from fuzz.documents import verdict
    from fuzz.scenarios import watch

    attempts = iter(slow)

    def read():
        return sum(range(6 * 10**6)) if next(attempts) else 0

    monkeypatch.setattr(verdict, "SECONDS", 0.02)
    _, findings = verdict.judged(watch(), read, "scenario.yaml", b"a", None, lambda answer: None)
    assert [finding.split()[0] for finding in findings] == found
    assert not list(attempts)


def test_what_has_no_end_is_given_up(monkeypatch):
    from fuzz.documents import verdict
    from fuzz.scenarios import watch

    def read():
        while True:
            pass

    monkeypatch.setattr(verdict, "PATIENCE", 0.1)
    _, findings = verdict.judged(watch(), read, "scenario.yaml", b"a", None, lambda answer: None)
    assert findings == ["no end within 0.1 s of processor time"]


def known_keys(text: str) -> list[str]:
    """Keys of a file that are words of the format, long enough to be misspelt, and stand once."""
    import re

    words = re.findall(r"\b([a-z_]{5,}):", text)
    own = (
        "length",
        "amplitude",
        "frequency",
        "friction",
        "middle",
        "gravity",
        "water",
        "peduncle",
        "peak_bend",
    )  # names of its own
    return [w for w in dict.fromkeys(words) if w not in own and len(re.findall(rf"\b{w}:", text)) == 1]


def test_a_key_with_one_letter_wrong_is_told_with_its_place_and_the_nearest_name():
    from fuzz.documents.mutations import misspelt

    keys = known_keys(SWIMMER)
    assert len(keys) > 10
    for key in keys:
        for k in range(8):
            wrong = misspelt(key, Random(f"{key} {k}")).strip()
            if wrong.lower() == key or f"{wrong}:" in SWIMMER:
                continue
            text = SWIMMER.replace(f"{key}:", f"{wrong}:")
            with pytest.raises(DocumentError) as caught:
                load_text(text, "fish.yaml")
            line = text[: text.index(f"{wrong}:")].count("\n") + 1
            message = str(caught.value)
            if "has no" in message:
                assert f"'{key}'" in message
                continue
            assert message.startswith(f"fish.yaml:{line}:"), message
            assert f"Did you mean '{key}'?" in message, message
            assert "Known:" in message


# --- what was found ------------------------------------------------------------------------------------------------------


def refusal(text: str) -> str:
    """The message of a file that is refused, quickly."""
    began = time.process_time()
    with pytest.raises(DocumentError) as caught:
        load_text(text, "f.yaml")
    assert time.process_time() - began < 3.0  # one second where nothing else runs
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1500
    return str(caught.value)


@pytest.mark.parametrize("sign", ["\\n", "\\e[31m", "\\u202e", "\\0", "\\u2028"])
def test_messages_are_one_line_whatever_a_name_holds(sign):
    assert "cannot be printed" in refusal(changed(BRIEF, "run: {", f'run: {{"a{sign}b": 1, '))


def test_a_mirrored_branch_with_a_body_that_is_not_there():
    wings = changed(
        BRIEF, "child: arm, mode: passive}", "child: leg, mode: passive}\n  mirror: [{branch: hinge, plane: xz, rename: [h, g]}]"
    )
    assert "unknown body in joint 'hinge': 'leg'" in refusal(wings)


def test_numbers_that_overflow_are_refused_without_a_warning():
    assert "machine.bodies.arm" in refusal(
        changed(BRIEF, "density: 1000", "mass: 1e300, centre: [1e300, 0, 0], inertia: [1, 1, 1]")
    )


@pytest.mark.parametrize(
    "number", ["1e308 km", "{value: 1e308, unit: km}", "{value: 1e308, unit: km, whole: true}", "[1e308 km]"]
)
def test_numbers_too_large_in_si_units(number):
    assert "larger than any number" in refusal(changed(BRIEF, "size: 0.1 m", f"size: {number}"))


def test_names_of_blanks():
    assert "has 0 characters" in refusal(changed(BRIEF, "drive:\n", "' ': 1\ndrive:\n"))


def test_chains_that_unfold_into_too_much():
    chain = "\n  chain: [{count: 1000, after: arm, body: {name: 'q%d_{i}', mass: 1}, joint: {name: 'z%d_{i}'}}"
    one = changed(BRIEF, "mode: passive}", "mode: passive}" + chain % (0, 0) + "]").replace(
        "mass: 1}", "mass: 1, inertia: [1, 1, 1]}"
    )
    assert "more than 1000 bodies" in refusal(one)
    rows = ", ".join("['{i}', 1, 1]" for _ in range(2000))
    assert "repeated, this makes more than" in refusal(
        one.replace("mass: 1, inertia: [1, 1, 1]}", f"strip: {{type: tapered, stations: [{rows}]}}}}")
    )
    assert "characters" in refusal(one.replace("q0_", "x" * 250))
    assert "repeated" in refusal(one.replace("q0_", "{i}" * 2000))
    assert "characters" in refusal(one.replace("q0_", "{i}" * 2000).replace("count: 1000", "count: 1"))


def test_mirrored_branches_that_double_and_double():
    links = 12
    bodies = "".join(f"    a{'x' * k}: {{mass: 1, inertia: [1, 1, 1]}}\n" for k in range(1, links))
    joints = "".join(
        f"    ja{'x' * k}: {{parent: {'arm' if k == 1 else 'a' + 'x' * (k - 1)}, child: a{'x' * k}}}\n" for k in range(1, links)
    )
    copies = "".join(f"    - {{branch: ja{'x' * k}, plane: xz, rename: [ax, b{k}ax]}}\n" for k in range(links - 1, 0, -1))
    text = changed(BRIEF, "  joints:\n", f"{bodies}  joints:\n{joints}")
    assert "more than 1000 bodies" in refusal(changed(text, "drive:\n", f"  mirror:\n{copies}drive:\n"))


def test_vectors_that_unfold_into_too_much():
    scene = "scene: {friction: {count: 100000, each: 0.1}}\ndrive:\n"
    assert "repeated, this makes more than" in refusal(changed(BRIEF, "drive:\n", scene))


def test_more_obstacles_than_can_be_compared():
    discs = ", ".join(f"{{type: disc, x: {k}, y: 9, radius: 0.1}}" for k in range(1001))
    assert "has 1001 entries" in refusal(changed(BRIEF, "drive:\n", f"scene: {{obstacles: [{discs}]}}\ndrive:\n"))


def test_long_paths_and_many_long_names():
    deep = "{" + ": {".join(["y" * 199] * 26) + ": [" + "1, " * 30000 + "1]" + "}" * 26
    refusal(changed(BRIEF, "drive:\n", f"scene: {deep}\ndrive:\n"))
    names = "".join(f"  {'len' * 40}{k}: 1\n" for k in range(1500))
    text = changed(BRIEF, "parameters: {size: 0.1 m,", f"parameters:\n{names}  size: 0.1 m\n  other: {{value: 1").replace(
        "true}}", "true}"
    )
    assert "f.yaml" in refusal(text.replace("length: size", "length: " + "lne" * 19))


def test_long_arithmetic_is_counted():
    text = "elver: 1\nname: x\nparameters:\n" + "".join(f"  p{k}: {'+'.join(['1'] * 400)}\n" for k in range(1200))
    assert "more than 40000 values" in refusal(text)


def test_a_pipe_a_link_out_and_a_folder_are_refused(yard):
    yard.put(changed(BRIEF, "drive:\n", "drive:\n  gait: {type: recorded, file: FILE}\n").encode(), Random(1))
    good = yard.file.read_text()
    for name, says in (
        ("link.csv", "outside the folder"),
        ("folder/secret.csv", "outside the folder"),
        ("../outside/secret.csv", "outside the folder"),
        ("/etc/passwd", "outside the folder"),
        ("pipe", "no such file"),
        ("nested", "no such file"),
        ("loop", "cannot be read"),
        ("a" * 300, "cannot be read: File name too long"),
    ):
        yard.file.write_text(good.replace("FILE", name))
        with pytest.raises(DocumentError, match=says):
            load(yard.file)
