"""The way to a scheduler: reached within seconds or not at all, and only if everybody there has the same versions."""

from __future__ import annotations

import asyncio
import logging
import socket
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from distributed import Client, Security
from distributed.comm import connect
from distributed.comm.addressing import get_address_host_port

from ..errors import BadInput

PATIENCE = 5.0
"""Seconds to wait for a scheduler, and for its first worker."""

SAME = {"knobel": None, "distributed": None, "python": 2}
"""Packages whose versions must agree, and in how many parts."""

LOGS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


@contextmanager
def connected(on: str) -> Iterator[Client]:
    """A client of the scheduler; raises :class:`BadInput` that says why there is none."""
    for name in LOGS:  # whatever goes wrong there becomes an error of ours
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that versions differ is said below
            client = stack.enter_context(Client(_reached(on), timeout=PATIENCE, set_as_default=False))
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise BadInput("the scheduler has no workers", file=on) from None
        if differs := difference(client.get_versions(packages=["knobel"])):
            raise BadInput(differs, file=on)
        yield client


def _reached(address: str) -> str:
    """The address, if somebody there speaks our language. A client would wait much longer for whoever does not."""

    async def greet() -> None:
        arguments = Security().get_connection_args("client")
        comm = await asyncio.wait_for(connect(address, timeout=PATIENCE, **arguments), PATIENCE + 1)
        await comm.close()

    try:
        if address.startswith(("tcp://", "tls://")):  # Dask would try again and again, and forget why in the end
            socket.create_connection(get_address_host_port(address), timeout=PATIENCE).close()
        asyncio.run(greet())
    except Exception as error:  # of any kind: what answers there may be anything
        raise BadInput(f"no scheduler answers: {_reason(error)}", file=address) from None
    return address


def _reason(error: BaseException | None) -> str:
    """What the system said, if that is at the bottom of it."""
    if isinstance(error, ValueError):
        return str(error)
    while error is not None:
        if isinstance(error, OSError) and error.strerror:
            return error.strerror
        error = error.__cause__ or error.__context__
    return "nobody is there, or not one who speaks like a scheduler"


def difference(versions: Mapping[str, Any]) -> str | None:
    """Who has another version of something than this client, in one sentence."""
    ours = _packages(versions["client"])
    others = {"the scheduler": versions["scheduler"]}
    others |= {f"the worker {address}": found for address, found in versions["workers"].items()}
    for who, found in others.items():
        for name, theirs in _packages(found).items():
            if theirs != ours[name]:
                return f"{who} has {name} {theirs or '(none)'}, and here it is {ours[name]}; all must be the same"
    return None


def _packages(found: Mapping[str, Any]) -> dict[str, str | None]:
    versions = {name: found["packages"].get(name) for name in SAME}
    return {name: found and ".".join(found.split(".")[: SAME[name]]) for name, found in versions.items()}
