"""Marks of texts that people will read. The pure rooms only mark; whoever shows a text translates."""


def gettext_noop(text: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return text
