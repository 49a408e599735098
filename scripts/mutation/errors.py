"""An error that can be planted in a source file: one span of text and what replaces it."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class PlantedError:
    """One small change that a test should notice."""

    path: str
    """The file, relative to the root of the repository."""
    kind: str
    start: int
    """Where the replaced text begins, as an index into the file's text."""
    before: str
    after: str
    line: int
    column: int
    """Counted from the first character of the line that is no space."""
    line_text: str

    @property
    def name(self) -> str:
        """Return a name that stays the same when lines above are added or removed."""
        place = (self.path, self.line_text, str(self.column))
        parts = (*place, self.kind, self.before, self.after)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]

    def plant(self, text: str) -> str:
        """Return the file's text with the error in it."""
        end = self.start + len(self.before)
        if text[self.start : end] != self.before:
            raise ValueError(f"{self.path} has changed since it was read")
        return text[: self.start] + self.after + text[end:]

    def describe(self) -> str:
        """Say in one line where the error is and what it is."""
        before, after = (" ".join(part.split()) for part in (self.before, self.after))
        return (
            f"{self.name} {self.path}:{self.line} {self.kind}: {before} -> {after or '(nothing)'}"
        )


def planted(path: str, text: str, kind: str, start: int, end: int, after: str) -> PlantedError:
    """Make an error that replaces `text[start:end]`."""
    begin = text.rfind("\n", 0, start) + 1
    line_text = text[begin:].split("\n", 1)[0]
    column = start - begin - (len(line_text) - len(line_text.lstrip()))
    line = text.count("\n", 0, start) + 1
    return PlantedError(path, kind, start, text[start:end], after, line, column, line_text.strip())
