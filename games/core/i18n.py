"""Mark texts for translation. Pure packages only mark them; the code that shows a text translates it."""


def gettext_noop(text: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return text
