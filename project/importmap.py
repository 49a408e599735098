"""The import map: what a bare name and the plain address of a module mean to the browser.

Files are served under hashed names and cached for ever, and no source is rewritten for it: our own
modules import each other by plain relative names, and the map leads each plain address to the
hashed one. `{% load importmap %}{% importmap %}` puts it into a page's head, before any module.
"""

import json
import re

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.catalog import EVERY_GAME, GAMES

register = template.Library()

PARTS = re.compile(r"[/.-]")
EXAMPLES_NOT_OFFERED = EVERY_GAME.keys() - GAMES.keys()
"""Games whose files are collected, like all static files, but which no page of this site names."""

# Bare name -> its file in node_modules. scripts/modules.py copies exactly these.
MODULES = {
    "preact": "preact/dist/preact.mjs",
    "preact/hooks": "preact/hooks/dist/hooks.mjs",
    "@preact/signals": "@preact/signals/dist/signals.mjs",
    "@preact/signals-core": "@preact/signals-core/dist/signals-core.mjs",
    "htm": "htm/dist/htm.mjs",
    "htm/preact": "htm/preact/index.mjs",
}


def vendor_file(name: str) -> str:
    """Name the static file of a module: "preact/hooks" is in vendor/preact-hooks.js."""
    return f"vendor/{name.lstrip('@').replace('/', '-')}.js"


def own_modules() -> list[str]:
    """List our modules that are served under another name than their own."""
    hashed: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    if settings.DEBUG:
        return []
    modules = (name for name in hashed if name.startswith("js/") and name.endswith(".js"))
    return sorted(name for name in modules if not EXAMPLES_NOT_OFFERED & set(PARTS.split(name)))


def import_map() -> dict[str, dict[str, str]]:
    """Build the map for the page, from the manifest that collectstatic wrote."""
    vendored = {name: staticfiles_storage.url(vendor_file(name)) for name in MODULES}
    own = {settings.STATIC_URL + name: staticfiles_storage.url(name) for name in own_modules()}
    return {"imports": vendored | own}


@register.simple_tag(takes_context=True)
def importmap(context: Context) -> SafeString:
    """Render the map as a script element. It must be inline, so it carries the policy's nonce."""
    # Inside a script element only "<" could end it early; JSON may spell it otherwise.
    text = json.dumps(import_map(), separators=(",", ":")).replace("<", "\\u003c")
    nonce = context["request"].csp_nonce
    return format_html('<script type="importmap" nonce="{}">{}</script>', nonce, mark_safe(text))
