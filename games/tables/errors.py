"""The error with which a request is refused."""


class Refused(Exception):
    """Say that nothing was changed, and why; `code` is for programs, `message` for people."""

    def __init__(self, code: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after
        """Seconds after which it may be granted, where waiting helps."""
