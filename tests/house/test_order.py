"""The order of the tests names files and rooms that exist."""

from order import FIRST, HERE, LAST, place


def test_every_name_exists():
    assert all((HERE / name).is_file() for name in FIRST)
    assert all((HERE / name).is_dir() for name in LAST)


def test_named_files_come_first_and_the_rooms_that_use_all_last():
    names = ["cli/test_main.py", "house/test_order.py", "test_files.py", "robot/test_soft.py", *reversed(FIRST)]
    ordered = sorted(names, key=lambda name: place(HERE / name))
    assert ordered == [*FIRST, "test_files.py", "robot/test_soft.py", "house/test_order.py", "cli/test_main.py"]
