"""Short help first, all of it where it is asked for."""

from __future__ import annotations

from command_line import run

from elver.cli.main import COMMANDS, SHORT, asked_for_help, build_parser


def test_the_first_help_fits_on_a_screen_and_names_real_commands(capsys):
    code, out, _ = run(capsys, "--help")
    assert (code, out) == (0, SHORT)
    assert out.count("\n") <= 16
    named = [line.split()[1] for line in out.splitlines() if line.startswith("  elver ")]
    assert len(named) == 5
    assert set(named) <= set(COMMANDS)
    assert run(capsys, "help")[1] == run(capsys, "-h")[1] == out


def test_all_commands_are_one_word_away(capsys):
    for words in (("help", "--all"), ("--help-all",)):
        code, out, _ = run(capsys, *words)
        assert code == 0
        assert all(f"    {name} " in out for name in COMMANDS)


def test_a_command_shows_its_usual_options_and_says_how_many_more_there_are(capsys):
    short, long = run(capsys, "run", "--help")[1], run(capsys, "run", "--help-all")[1]
    assert "--duration" in short
    assert "--rtol" not in short
    assert "`elver run --help-all` shows" in short
    assert "--rtol" in long
    assert "more options" in long
    assert "--help-all` shows" not in long
    assert run(capsys, "help", "run")[1] == short
    assert run(capsys, "help", "run", "--all")[1] == long


def test_what_help_leaves_out_can_be_used_all_the_same(capsys):
    code, _, err = run(capsys, "run", "eel", "--rtol", "small")
    assert code == 2
    assert "--rtol 'small' is not a number" in err
    code, _, err = run(capsys, "help", "runn")
    assert code == 2
    assert "Did you mean 'run'" in err


def test_no_command_is_answered_with_the_first_help(capsys):
    code, out, err = run(capsys)
    assert (code, out) == (2, SHORT)
    assert "no command was given" in err


def test_short_help_takes_no_option_away():
    for name in COMMANDS:
        _, few = build_parser([name], everything=False)
        _, many = build_parser([name])
        options = [{o for a in p[name]._actions for o in a.option_strings} for p in (few, many)]
        assert options[0] == options[1]


def test_words_of_help_are_rewritten_once():
    assert asked_for_help(["help"]) == (["--help"], False)
    assert asked_for_help(["help", "run", "--all"]) == (["run", "--help"], True)
    assert asked_for_help(["run", "eel"]) == (["run", "eel"], False)
