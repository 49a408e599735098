"""Check files that are about to be committed: `python scripts/check_files.py FILE ...`.

A text file must end with exactly one line end. A file larger than the limit is refused, because a
repository keeps it for ever, also after it has been deleted.
"""

import sys
from pathlib import Path

MAX_FILE_BYTES = 500_000


def problems(path: Path) -> list[str]:
    """List what is wrong with one file; empty if nothing is."""
    content = path.read_bytes()
    found = []
    if len(content) > MAX_FILE_BYTES:
        found.append(f"has {len(content)} bytes, more than {MAX_FILE_BYTES}")
    is_text = b"\0" not in content
    if is_text and content and not content.endswith(b"\n"):
        found.append("has no line end after its last line")
    if is_text and content.endswith(b"\n\n"):
        found.append("ends with an empty line")
    return found


def main() -> int:
    """Print what is wrong with the files named on the command line."""
    messages = [f"{name}: {one}" for name in sys.argv[1:] for one in problems(Path(name))]
    for message in messages:
        print(message, file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
