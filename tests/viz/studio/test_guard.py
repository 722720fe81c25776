"""Who may ask the studio."""

import pytest

from elver.viz.studio.folder import POLICY, SECURITY, Guard, RefusalError, new_token

GUARD = Guard(8123)


def test_a_token_is_long_and_new_every_time():
    assert len({new_token() for _ in range(20)}) == 20
    assert min(len(new_token()) for _ in range(20)) >= 43  # 32 bytes


def test_the_address_holds_the_token_and_messages_do_not():
    assert GUARD.address == f"http://127.0.0.1:8123/?token={GUARD.token}"
    assert GUARD.token not in repr(GUARD)


@pytest.mark.parametrize(
    "given",
    [None, "", "x", "é" * 43, GUARD.token[:-1], GUARD.token + "a", GUARD.token.swapcase()],
    ids=["none", "empty", "short", "accents", "cut", "longer", "swapped"],
)
def test_all_but_the_token_is_refused(given):
    GUARD.check_token(GUARD.token)
    with pytest.raises(RefusalError, match="token") as refused:
        GUARD.check_token(given)
    assert refused.value.status == 403
    assert GUARD.token not in refused.value.reason


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:80", "evil.example:8123", "localhost:8123.evil.example", "[::1]:8123"]
)
def test_a_name_that_points_here_is_refused(host):
    for own in ("127.0.0.1:8123", "localhost:8123"):
        GUARD.check_host({"Host": own})
    with pytest.raises(RefusalError, match="another computer"):
        GUARD.check_host({"Host": host} if host else {})


def test_what_writes_must_come_from_the_own_page():
    GUARD.check_origin({"Origin": "http://127.0.0.1:8123"}, writes=True)
    GUARD.check_origin({}, writes=False)
    for headers, writes in (({}, True), ({"Origin": "null"}, True), ({"Origin": "http://evil.example"}, False)):
        with pytest.raises(RefusalError, match="another page"):
            GUARD.check_origin(headers, writes)


def test_no_other_page_may_read_or_frame():
    assert not any(name.lower().startswith("access-control") for name in SECURITY)
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY
    assert "'unsafe-eval'" not in POLICY
