"""The services of the page without its limits of time, so that a busy machine makes them slow, but not silent."""

from __future__ import annotations

from dataclasses import replace

from knobel.web.api import SERVICES, warm
from knobel.web.service import Table
from web.servers import PATIENCE

TABLE = Table.of([replace(service, limit=PATIENCE, seconds=2 * PATIENCE) for service in SERVICES], warm)
