"""Links for another device: as QR codes in SVG, dark on white in any theme."""

from __future__ import annotations

import io

import segno
from django.utils.safestring import SafeString, mark_safe

LOOPBACK_PREFIXES = ("localhost", "127.", "[::1]")


def is_loopback(host: str) -> bool:
    """Return whether links to this host work on this machine only."""
    return host.startswith(LOOPBACK_PREFIXES)


def svg(link: str) -> SafeString:
    """Return the code as an element of a page; four modules of white around it, as scanners expect."""
    code = segno.make_qr(link, error="m")
    return mark_safe(
        code.svg_inline(border=4, dark="#10181a", light="#fff", omitsize=True, svgclass="qr-code")
    )


def image(link: str) -> bytes:
    """Return the code as a picture file."""
    file = io.BytesIO()
    segno.make_qr(link, error="m").save(file, kind="svg", scale=8, border=3, xmldecl=False)
    return file.getvalue()
