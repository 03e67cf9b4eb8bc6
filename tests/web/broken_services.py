"""Services that cannot be loaded by those who should answer."""

from __future__ import annotations

from dataclasses import replace

from web import small_services


def broken() -> None:
    raise OSError("a library is missing")


TABLE = replace(small_services.TABLE, warm=broken)
