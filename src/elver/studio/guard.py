"""Who may ask the studio: whoever knows the token, by the loopback address, from the studio's own page."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus

HEADER = "X-Elver-Token"
QUERY = "token"
ONCE = ("Host", "Origin", HEADER, "Content-Type", "Content-Length", "Transfer-Encoding")
HOSTS = ("127.0.0.1", "localhost")
Headers = Mapping[str, str] | Message
WORDS = {
    "host": "the request names another computer. Open the address that `elver studio` printed.",
    "token": "the token is missing or wrong. Open the whole address that `elver studio` printed.",
    "twice": "the request says twice what may be said once. Only the studio's own page may ask.",
    "origin": "the request comes from another page. Only the studio's own page may ask.",
}
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",  # the editor and the plots write their own styles
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RefusalError(Exception):
    """A request that is not answered: an HTTP status and the reason in words; more: further values for the page."""

    def __init__(self, status: int, reason: str, **more: object):
        super().__init__(reason)
        self.status, self.reason, self.more = int(status), reason, more


def new_token() -> str:
    """A secret that cannot be guessed, for one studio."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Guard:
    """port: of the server.   token: the secret in the address; never shown in messages."""

    port: int
    token: str = field(default_factory=new_token, repr=False)

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of the studio's own page."""
        return tuple(f"http://{host}:{self.port}" for host in HOSTS)

    @property
    def address(self) -> str:
        """What a browser opens."""
        return f"{self.origins[0]}/?{QUERY}={self.token}"

    def check_once(self, headers: Headers) -> None:
        """Refuse a request that says something twice on which others rely: who reads the first is told another thing than who
        reads the last."""
        if isinstance(headers, Message) and any(len(headers.get_all(name, [])) > 1 for name in ONCE):
            raise RefusalError(HTTPStatus.BAD_REQUEST, WORDS["twice"])

    def check_host(self, headers: Headers) -> None:
        """Refuse a name that some other server made point here."""
        if headers.get("Host", "") not in tuple(f"{host}:{self.port}" for host in HOSTS):
            raise RefusalError(HTTPStatus.FORBIDDEN, WORDS["host"])

    def check_token(self, given: str | None) -> None:
        """Refuse all but the token; the time it takes says nothing about it."""
        if not hmac.compare_digest((given or "").encode("utf-8", "replace"), self.token.encode()):
            raise RefusalError(HTTPStatus.FORBIDDEN, WORDS["token"])

    def check_origin(self, headers: Headers, writes: bool) -> None:
        """Refuse a request of another page. One that writes must say where it comes from."""
        origin = headers.get("Origin")
        if (origin is None and writes) or (origin is not None and origin not in self.origins):
            raise RefusalError(HTTPStatus.FORBIDDEN, WORDS["origin"])
