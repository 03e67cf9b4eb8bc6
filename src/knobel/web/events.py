"""Server-sent events from the frames of a worker: one event for each, and a sign of life while there is none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator

from .pool import Frame, Refused

HEARTBEAT = 10.0
"""Seconds of silence after which a comment is sent, so that nobody on the way gives the connection up."""


async def events(frames: AsyncGenerator[Frame]) -> AsyncGenerator[bytes]:
    """All frames as events. An error is raised if it comes first, while there still can be a status; later it is an
    event, with ``"done": true`` as the last event of every stream has."""
    begun = False
    coming: asyncio.Future[Frame | None] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(frames, None))
            done, _ = await asyncio.wait({coming}, timeout=HEARTBEAT)
            if not done:
                begun = True
                yield b":\n\n"
                continue
            frame, coming = coming.result(), None
            if frame is None:
                return
            begun = True
            yield b"data: " + frame.payload + b"\n\n"  # JSON as workers write it has no line breaks
    except Refused as refused:
        if not begun:
            raise
        yield b"data: " + json.dumps({**refused.reply._asdict(), "done": True}).encode() + b"\n\n"
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.wait({coming})
