"""What keeps a page that Voilà serves from being silenced by one of its visitors.

``data/jupyter/voila.json`` tells Voilà to take its connections from here; it is installed where
Jupyter looks for settings.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.web import HTTPError

__all__ = ["Connection"]

PROTOCOL = "v1.kernel.websocket.jupyter.org"
"""The only protocol in which both sides are understood."""

WORD = 8
"""Bytes of a number in it; a message begins with how many numbers follow."""


class Connection(ZMQChannelsWebsocketConnection):
    """A connection of a browser to its kernel, which speaks the protocol of today or is refused.

    Voilà 0.5 takes the first eight bytes of whatever a kernel says for a number, and counts up to
    it. In the protocol of old they are none, it counts for years, and answers nobody meanwhile.
    Jupyter's server does so with what a browser says.
    """

    async def prepare(self) -> None:
        """Refuse a browser that does not offer the protocol."""
        offered = self.websocket_handler.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [one.strip() for one in offered.split(",")]:
            raise HTTPError(400, f"Sec-WebSocket-Protocol: expected {PROTOCOL}, not {offered!r}")
        await super().prepare()  # type: ignore[no-untyped-call] # Jupyter's server has no type there

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Pass a message on; hang up at one that cannot hold as many numbers as it says."""
        if _is_whole(incoming_msg):
            super().handle_incoming_message(incoming_msg)  # type: ignore[arg-type] # bytes as well
        else:
            self.websocket_handler.close(1007, "expected a message of the protocol")


def _is_whole(message: str | bytes) -> bool:
    """True if there is room for the numbers that a message says it begins with."""
    if not isinstance(message, bytes):
        return False
    return WORD * (1 + int.from_bytes(message[:WORD], "little")) <= len(message)
