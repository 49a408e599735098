"""Check the subject of a commit message: `area: Imperative change`, at most 72 characters.

Git calls it with the file of the message (CONTRIBUTING.md, "Commits"). The imperative itself cannot
be checked by a program; the capital after the colon can.
"""

import re
import sys
from pathlib import Path

MAX_SUBJECT_LENGTH = 72
SUBJECT = re.compile(r"[a-z][a-z ,-]*: [A-Z0-9`].*")
WRITTEN_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
FORM = "<area>: <Imperative verb> <what>"


def problems(message: str) -> list[str]:
    """List what is wrong with a commit message; empty if nothing is."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if subject.startswith(WRITTEN_BY_GIT):
        return []
    found = []
    if not SUBJECT.fullmatch(subject):
        found.append(f"the subject must have the form {FORM!r}, with a capital after the colon")
    if len(subject) > MAX_SUBJECT_LENGTH:
        found.append(f"the subject has {len(subject)} characters, more than {MAX_SUBJECT_LENGTH}")
    if subject.endswith("."):
        found.append("the subject must not end with a full stop")
    if len(lines) > 1 and lines[1]:
        found.append("the second line must be empty")
    return found


def main() -> int:
    """Print what is wrong with the message in the file named on the command line."""
    found = problems(Path(sys.argv[1]).read_text())
    for problem in found:
        print(f"commit message: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
