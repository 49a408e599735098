"""Compile translations: every .po under locale/ that is newer than its .mo.

polib does it, so starting the site needs no gettext on the machine.
"""

from pathlib import Path

import polib

LOCALE = Path(__file__).parent.parent / "locale"


def is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def main() -> None:
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        if is_stale(source):
            polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))


if __name__ == "__main__":
    main()
