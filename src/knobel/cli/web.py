"""The verb that serves the page: web."""

from __future__ import annotations

import argparse
import json
import os
from importlib.util import find_spec

from ..errors import Misuse
from . import YES

FEWEST = 8  # short questions at once; more than processors, for some of them turn out to be long


def web(args: argparse.Namespace) -> int:
    """``knobel web``"""
    if any(find_spec(name) is None for name in ("starlette", "uvicorn", "msgspec")):
        raise Misuse("the page needs starlette, uvicorn and msgspec: pip install 'knobel[web]'")
    if not hasattr(os, "fork"):
        raise Misuse("the page needs a system that can fork processes, such as Linux or macOS")
    from ..web.guard import Door
    from ..web.server import listen, serve

    with listen(args.host, args.port) as listener:
        door = Door.at(args.host, listener.getsockname()[1])
        print(json.dumps({"address": door.address}) if args.json else door.address, flush=True)
        if args.open:
            import webbrowser

            webbrowser.open(door.address)
        serve(listener, door, args.jobs or max(FEWEST, 2 * (os.cpu_count() or 1)))
    return YES
