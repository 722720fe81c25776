"""Values that do not belong: numbers, expressions, words, paths, and pieces of YAML."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.odd import NUMBERS, WORDS

from .writing import Raw

UNITS = ("mm", "deg", "kg", "kg/m^3", "N m/rad", "Hz", "rpm", "s", "m^12", "m^13", "m**-3", "%", "furlong", "mmm", "/", "m/",
    "kg m/s/s",
         "1/s", "m/s m", "K", "deg^2", "m^99999999999")  # fmt: skip
NAMES = ("length", "size", "links", "i", "n", "x", "dx", "pi", "tau", "e", "head", "neck", "frequency", "law", "body.mass",
    "__class__",
         "nan", "inf", "down", "torque")  # fmt: skip
EXPRESSIONS = (
    "1/0", "0**-1", "(-8)**(1/3)", "10**400", "9**9**9**9", "2**2**2**2**2", "sqrt(-1)", "log(0)", "log(-1)", "exp(1000)",
    "asin(2)",
    "tan(pi/2)", "atan2(0, 0)", "1e308 * 10", "1e308 km", "1e-320", "5e-324 mm", "1e308 m^2 * 1e308", "min()", "max(1, 2 m)",
    "sin(1, 2)",
    "sin(3 kg)", "1 m + 1 s", "3 m**2", "m", "3 3", "--1", "+-+-1", "1 +", "* 2", "(", ")", "((1)", "1,2", "1;2",
    "__import__('os')",
    "open('/etc/passwd')", "lambda: 1", "a.b.c", "size.size", "0x10", "1_000", "1e", "1e+", ".5", "5.", "1..2", "\u0663",
    "\u00b2", "1\u00b2",
    "1 \u00b5m", "\uff11", "\u2212 1", "si(size)", "si(1 m)", "abs(-1 m)", "1e309", "-1e309", "1" * 400,
    "0." + "0" * 400 + "1", "pi pi",
    "true", "false", "yes", "null", "~", "none", "None", "1:30", "2024-01-01", ".inf", ".nan", "0o7", "1e6 - 1e6", "-0.0",
    "1 - 1",
)  # fmt: skip
PATHS = (
    "../outside/secret.csv", "../outside/secret.urdf", "../../../../../../etc/passwd", "/etc/passwd", "/dev/zero",
    "/dev/stdin", "/dev/null",
    "/proc/self/environ", "link.csv", "link.urdf", "folder/secret.csv", "folder/secret.urdf", "loop", "dangling", "pipe", ".",
    "..", "",
    " ", "nested", "nested/motion.csv", "nested/../motion.csv", "./robot.urdf", "robot.sdf", "motion.csv", "robot.urdf",
    "scenario.yaml",
    "~/.profile", "file:///etc/passwd", "http://127.0.0.1:9/robot.urdf", "\\\\host\\share", "C:\\robot.urdf",
    "motion.csv\0.urdf", "a" * 300,
    "a/" * 3000, "motion.csv/", "motion.csv/x", "$HOME/x", "`id`", "robot.urdf\n", "\udcff", "\u202emotion.csv", "evil.urdf",
    "bomb.urdf",
)  # fmt: skip
TEXTS = (
    "\u2028", "a\nb", "a\rb", "\t", "\x00", "\x07", "\x1b[31m", "\x85", "\u200b", "\ufeff", "\ufffe", "\ufffd", "\U0001f41f",
    "e\u0301",
    "\u202e", "\ud800", "\u0130", "\ufb01", "x" * 199, "x" * 201, "x" * 5000, "{i}", "{i}{i}", "{", "{}", "{1/0}",
    "{i*1e300}", "{i/3}",
    "{" * 500, "*" * 100, "[a-", "[!a]*", "*a*a*a*a*a*a*a*a*a*a*b", "?", "**", "%n%s", "{0.__class__}", "<b>", "'", '"', "\\",
    "&", "!",
)  # fmt: skip
RAW = (
    "!!python/object/apply:os.system ['true']", "!!python/name:os.system", "!tag x", "!<tag:yaml.org,2002:int> 1",
    "!!binary aGk=",
    "!!set {a, b}", "&a 1", "*a", "&a [*a]", "&a {b: *a}", "*nothing", "{<<: {a: 1}}", "{<<: *a}", "{a: 1, a: 2}", "{[1]: 2}",
    "{{a: 1}: 2}", "{? a : b}", "{1: 2}", "{null: 1}", "{~: 1}", "{: 1}", "{'': 1}", "{a}", "[,]", "[a,,b]", "{,}", "|", ">-",
    "|9", "'",
    '"', '"\\x00"', '"\\ud800"', '"\\u0000"', '"\\', "%", "@x", "`x", "- - - 1", "- a", "? a", "a: b: c", "a:\n  b", "\ta",
    "a\t: b",
    "[1, 2", "{a: 1", "]", "}", "---", "...", "--- 1\n--- 2", "%YAML 9.9\n---", "# comment", "!", "! 1", "!!null", "!!str 3",
    "*",
    "&", "& a", "&a &b 1", "&\u00e9 1", '"\\N\\L\\P"', "\u00a0", "- ", ": ", "? ", "\r", "\r\n", "\n\n\n", "\u2028", "\x85",
    "\x00",
)  # fmt: skip


def odd_value(chance: Random) -> Any:
    """Any value that may not belong where it is put."""
    ways: tuple[Callable[[Random], Any], ...] = (
        number, number, expression, expression, with_unit, lambda c: c.choice(PATHS), lambda c: c.choice(TEXTS), word, container,
        lambda c: Raw(c.choice(RAW)), long_expression, nested, bomb,
    )  # fmt: skip
    weights = (6, 6, 6, 6, 6, 3, 4, 4, 5, 5, 1.5, 0.5, 0.2)
    return chance.choices(ways, weights)[0](chance)


def number(chance: Random) -> Any:
    """A number that may be too large, too small, of the wrong sign."""
    if chance.random() < 0.3:
        return chance.choice(NUMBERS)
    size = chance.choice((1.0, 1.0, 1e-3, 1e3, 1e9, 1e-9, 1e150, 1e-150, 1e300, 1e-300))
    return repr(chance.choice((-1, 1)) * size * chance.choice((0.0, 1.0, chance.random(), chance.randint(0, 9))))


def with_unit(chance: Random) -> str:
    """A number with a unit that may not fit."""
    return f"{number(chance)} {chance.choice(UNITS)}"


def expression(chance: Random, depth: int = 0) -> str:
    """An expression that may mean nothing."""
    if depth > 3 or chance.random() < 0.35:
        return chance.choice((number, with_unit, lambda c: c.choice(NAMES), lambda c: c.choice(EXPRESSIONS)))(chance)
    inner = [expression(chance, depth + 1) for _ in range(2)]
    sign = chance.choice(("+", "-", "*", "/", "**", "%", "//", ",", " "))
    name = chance.choice(
        ("sin", "cos", "tan", "asin", "acos", "sqrt", "exp", "log", "abs", "min", "max", "atan2", "si", "eval", "mean")
    )
    return chance.choice(
        (
            f"{inner[0]} {sign} {inner[1]}",
            f"({inner[0]})",
            f"-{inner[0]}",
            f"{name}({inner[0]})",
            f"{name}({inner[0]}, {inner[1]})",
        )
    )


def long_expression(chance: Random) -> str:
    """An expression that is long or deep."""
    count = chance.choice((40, 49, 50, 51, 200, 330, 499, 500, 1000, 20000))
    ways = ("(" * count + "1" + ")" * count, "-" * count + "1", "1" + "+1" * count, "1" + "**1" * count, "2" + "*2" * count,
            "1" + "/1e300" * count, "sin(" * count + "1" + ")" * count, "min(" + "1," * count + "1)", "1 " + "m " * count,
            " " * count,
            "9" * count, "a" * count, "size" + "*size" * count, "1" + "**-1" * count, "(1 m)" + "**2" * count)  # fmt: skip
    return chance.choice(ways)


def word(chance: Random) -> str:
    """A word of the language in a wrong place, or a silly one."""
    return chance.choice(
        (*WORDS, *NAMES, "free", "fixed", "planar", "revolute", "passive", "torque", "rod", "morison", "moreau", "auto")
    )


def container(chance: Random, depth: int = 0) -> Any:
    """A list or a mapping."""
    size = chance.choice((0, 1, 2, 3, 3, 4, 6))
    items = [container(chance, depth + 1) if depth < 2 and chance.random() < 0.2 else expression(chance) for _ in range(size)]
    if chance.random() < 0.6:
        return items
    keys = [chance.choice((*NAMES, "type", "value", "name", "at", "of", "file")) for _ in range(size)]
    return dict(zip(keys, items, strict=True))


def nested(chance: Random) -> Any:
    """Lists and mappings in each other, up to far too deep."""
    count = chance.choice((5, 20, 29, 30, 31, 100, 3000, 50000))
    opens, closes = chance.choice((("[", "]"), ("{a: ", "}"), ("[{a: ", "}]"), ("- " * 0 + "[[", "]]")))
    return Raw(opens * count + "1" + closes * (count if chance.random() < 0.8 else 0))


def bomb(chance: Random) -> Any:
    """Little text that unfolds into very much."""
    size = chance.choice((10, 100, 9000))
    ways = (
        "{a: &a [" + "x, " * size + "x], b: &b [" + "*a, " * size + "*a], c: &c [" + "*b, " * size + "*b], d: [*c, *c]}",
        "[" + "1, " * 99990 + "1]",
        "{" + ", ".join(f"k{k}: {k}" for k in range(size)) + "}",
        "[" + ", ".join("[1, 2, 3]" for _ in range(size)) + "]",
        '{"' + '": {"'.join(["y" * 199] * 25) + '": [' + "1, " * size + "1]" + "}" * 25,
        '"' + "x" * 100000 + '"',
        "[" + "&a " * size + "1]",
        "{" + ", ".join(f'"{k:0199d}": 1' for k in range(min(size, 4000))) + "}",
    )
    return Raw(chance.choice(ways))
