"""How much one socket may send: a bucket of tokens that refills with time."""

from __future__ import annotations

import time


class Bucket:
    """Allows `rate` messages a second, and bursts of `size`."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.level = size
        self.at = time.monotonic()

    def take(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True
