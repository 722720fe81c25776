"""Files of the working folder, and nothing else."""

import os

import pytest

from elver._support.errors import InputError
from elver._support.files import digest
from elver.viz.studio.folder import MOST_BYTES, Folder, RefusalError


@pytest.fixture
def place(tmp_path):
    """A working folder beside a secret."""
    (tmp_path / "secret.yaml").write_text("secret")
    inner = tmp_path / "work"
    inner.mkdir()
    (inner / "fish.yaml").write_text("elver: 1\n")
    return inner


def refused(status, call, *arguments):
    with pytest.raises(RefusalError) as refusal:
        call(*arguments)
    assert refusal.value.status == status, refusal.value.reason
    return refusal.value


@pytest.mark.parametrize(
    "name",
    [
        "../secret.yaml",
        "a/../../secret.yaml",
        "/etc/passwd.yaml",
        "..",
        "a/..",
        ".hidden.yaml",
        ".git/x.yaml",
        "C:\\x.yaml",
        "a\0.yaml",
        "con.yaml",
        "a/NUL.yaml",
        "a./fish.yaml",
        "a /fish.yaml",
    ],
)
def test_there_is_no_way_out(place, name):
    folder = Folder.at(place)
    refused(403, folder.read, name)
    refused(403, folder.write, name, "x", None)
    assert (place.parent / "secret.yaml").read_text() == "secret"


@pytest.mark.parametrize("name", [None, 3, "", " ", "a" * 301])
def test_a_name_is_a_short_text(place, name):
    refused(400, Folder.at(place).read, name)


def test_links_that_lead_out_or_to_what_is_hidden_are_refused(place):
    (place / ".git").mkdir()
    (place / ".git" / "x.yaml").write_text("hidden")
    for name, target in {"out.yaml": place.parent / "secret.yaml", "in.yaml": place / ".git" / "x.yaml"}.items():
        os.symlink(target, place / name)
    os.symlink(place.parent, place / "up")
    folder = Folder.at(place)
    for name in ("out.yaml", "in.yaml", "up/secret.yaml", "up/new.yaml"):
        refused(403, folder.read, name)
        refused(403, folder.write, name, "x", None)
    assert [f["path"] for f in folder.files()] == ["fish.yaml"]
    assert not (place.parent / "new.yaml").exists()


def test_a_link_within_the_folder_is_followed_and_stays_one(place):
    os.symlink(place / "fish.yaml", place / "same.yaml")
    folder = Folder.at(place)
    folder.write("same.yaml", "new", folder.read("same.yaml")["digest"])
    assert (place / "same.yaml").is_symlink()
    assert (place / "fish.yaml").read_text() == "new"


def test_only_known_endings(place):
    (place / "tool.py").write_text("print(1)")
    folder = Folder.at(place)
    refused(403, folder.read, "tool.py")
    refused(403, folder.write, "tool.py", "", None)
    refused(403, folder.write, "table.csv", "", None)
    assert [f["path"] for f in folder.files()] == ["fish.yaml"]


def test_a_file_that_changed_meanwhile_is_kept(place):
    folder = Folder.at(place)
    mine = folder.read("fish.yaml")
    assert mine["digest"] == digest(b"elver: 1\n")
    (place / "fish.yaml").write_text("theirs")
    conflict = refused(409, folder.write, "fish.yaml", "mine", mine["digest"])
    assert "changed" in conflict.reason
    assert (place / "fish.yaml").read_text() == "theirs"
    folder.write("fish.yaml", "mine", conflict.more["digest"])  # having been told, the writer may insist
    assert (place / "fish.yaml").read_text() == "mine"


def test_a_new_file_does_not_replace_one(place):
    folder = Folder.at(place)
    assert "exists" in refused(409, folder.write, "fish.yaml", "x", None).reason
    said = folder.write("deep/er/new.yaml", "é", None)
    assert folder.read("deep/er/new.yaml") == {**said, "text": "é"}
    assert not [p for p in place.rglob("*") if p.name.startswith(".")]  # nothing is left of the writing


def test_sizes_and_what_is_no_text(place):
    folder = Folder.at(place)
    refused(413, folder.write, "big.yaml", "a" * (MOST_BYTES + 1), None)
    (place / "big.yaml").write_bytes(b"a" * (MOST_BYTES + 1))
    (place / "bytes.yaml").write_bytes(b"\xff\xfe")
    (place / "folder.yaml").mkdir()
    refused(413, folder.read, "big.yaml")
    refused(422, folder.read, "bytes.yaml")
    refused(404, folder.read, "folder.yaml")
    refused(404, folder.read, "none.yaml")
    refused(403, folder.write, "folder.yaml", "x", None)
    refused(400, folder.write, "x.yaml", 3, None)


def test_a_folder_must_be_there(place):
    for wrong in (place / "none", place / "fish.yaml"):
        with pytest.raises(InputError, match="--folder"):
            Folder.at(wrong)
