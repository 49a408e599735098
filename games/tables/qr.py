"""A link as a QR code: SVG for the page itself, black on white in any theme, without any style."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def svg(link: str) -> SafeString:
    """Draw the link; four modules of white around it, as scanners expect."""
    code = segno.make_qr(link, error="m")
    return mark_safe(
        code.svg_inline(border=4, dark="#10181a", light="#fff", omitsize=True, svgclass="qr-code")
    )
