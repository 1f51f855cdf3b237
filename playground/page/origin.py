"""Tell the playground's own page and programs of this machine from foreign web pages."""

from __future__ import annotations

from aiohttp import web

OWN_HOSTS = ("127.0.0.1", "localhost")


def is_foreign(request: web.BaseRequest) -> bool:
    """Tell whether a request comes through a foreign name or from another site's page.

    A name that somebody points at this machine (DNS rebinding) is no name of ours. Browsers send
    an Origin with everything but plain reading; programs such as a bot send none.
    """
    name = request.host.partition(":")[0]
    origin = request.headers.get("Origin")
    return name not in OWN_HOSTS or origin not in (None, f"http://{request.host}")
