"""Old words stay out: the glossary's words are used, except in names that are stored or on the wire.

Every identifier of the tracked files is read: names and one-word strings of Python, scripts, style
sheets and templates, and code spans of the documents. Texts and sentences are ordinary English and
are not judged word by word; only phrases that were once technical terms are looked for there.
"""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCANNED = ("games", "bots", "project", "scripts", "static", "templates", "tests", "docs")
PAGES = ("README.md", "CONTRIBUTING.md", "DECISIONS.md", "CHANGELOG.md")
GLOSSARY = "docs/glossary.md"

PARTS = {
    "told": "name the content: context, payload, events, answer",
    "tell": "send, show, add",
    "telling": "explanations",
    "tellings": "sounds and toasts",
    "eyes": "viewer",
    "bell": "notification",
    "bells": "notifications",
    "rung": "published",
    "abroad": "remote",
    "chair": "seat",
    "chairs": "seats",
    "wish": "action, request, command",
    "wished": "requested",
    "wishes": "actions, requests",
    "fact": "event, certainty",
    "facts": "events, table_events",
    "draft": "transaction, saved fleet",
    "thought": "decision",
    "thoughts": "decisions",
    "thinking": "executor",
    "mind": "analysis",
    "minds": "analyses",
    "luck": "chance, rng, fairness",
    "fade": "redact_past",
    "faded": "past_hidden",
    "desk": "staff",
    "reel": "replay player",
    "story": "history, events",
    "moment": "step",
    "moments": "steps",
    "berth": "placement",
    "berths": "placements",
    "laid": "placed",
    "laying": "fleet editor",
    "muster": "fleets_dealt",
    "mustered": "FleetsDealt",
    "anyhow": "at random",
    "sounding": "sonar scan",
    "soundings": "sonar scans",
    "struck": "hit, attacked",
    "withstood": "damage_survived",
    "heard": "received, sonar signal, subscribed",
    "weigh": "score",
    "weighed": "scored",
    "weighing": "scoring",
    "imagine": "simulate",
    "imagined": "simulated",
    "seal": "commitment",
    "sealed": "commitment published, not finished",
    "door": "entry point, rate limit",
    "entrance": "account views",
    "credentials": "account forms",
    "passer": "visitor",
    "encore": "next demonstration",
    "hub": "pubsub",
    "patience": "a time limit, named after what it limits",
    "sailors": "battleship_page",
    "premises": "server_files",
    "steer": "skilled_move",
    "complain": "showRefusal",
    "deeds": "operations",
    "lately": "lastAllowed",
    "eagerness": "delay_weight",
    "her": "their",
    "him": "them",
    "himself": "themselves",
    "his": "their",
    "foresee": "forecast_threats",
    "unfolding": "hide_unannounced_sinkings",
    "fades": "hides",
    "hear": "on_..., collect",
}
"""Words that are no part of any identifier, and what to use instead."""

WHOLE = {
    "Chair": "SeatInfo",
    "Differs": "VerificationError",
    "Driver": "BotRunner",
    "Everyone": "Unredacted",
    "GRACE": "SHUTDOWN_GRACE_SECONDS",
    "GUARD": "BOT_THINK_TIMEOUT_SECONDS",
    "Head": "BotSession",
    "HeadPick": "AnalysisPicker",
    "KEPT": "MAX_CACHED_TABLES",
    "LASTS": "PRESENCE_TTL",
    "Mind": "BotAnalysis",
    "NOWHERE": "EMPTY_TABLE",
    "Opening": "TableConfig",
    "Outlook": "LookaheadConfig",
    "Places": "Placements",
    "Room": "TableInfo, WaitingRoom",
    "SPOKEN": "CHAT_BACKLOG",
    "Sight": "ViewerState",
    "Talk": "TableClient",
    "Weighed": "ScoredAction, Candidate",
    "all_at_once": "_no_first_player",
    "any_number": "_any_seat_count",
    "anywhere": "quick_join",
    "borrow": "viewer",
    "come_back": "end_stand_in",
    "for_good": "permanent",
    "for_him": "a move for the person",
    "give_to_bot": "staff_stand_in",
    "go_on": "use_device_link",
    "hand_over": "start_stand_in",
    "heads": "sessions, analyses",
    "host_only": "require_host",
    "is_here": "is_connected",
    "is_open": "is_revealed",
    "lay": "place",
    "lays": "places",
    "line_said": "chat_message",
    "look": "name what is asked for",
    "looks": "UnknownCards",
    "lot": "batch",
    "lots": "batches",
    "news": "new_events",
    "offers": "legal_actions",
    "one_round": "single_round",
    "open_after": "reveal_after",
    "open_all": "reveal_all",
    "open_only": "require_waiting",
    "opening": "config",
    "opens_heads": "showsAnalysis",
    "pass_over": "device_link_expired",
    "room": "info, waiting room",
    "rooms": "packages",
    "running_only": "require_playing",
    "said": "text, message",
    "say": "post_message",
    "shut": "not_targetable",
    "sight": "projection",
    "sights": "viewer states",
    "sit_anywhere": "quick_join",
    "start_by_itself": "auto_start",
    "stead": "stand-in",
    "stood_in": "stand_in_moves",
    "talk": "chat",
    "told_from": "visible_from_turn",
    "ways_out": "exit_actions",
    "who_face": "portrait_frame",
}
"""Identifiers that are not used, however they are capitalised or joined."""

PHRASES = (
    r"law of the room",
    r"pair of eyes",
    r"\b(these|those|whose|other|borrowed?) eyes\b",
    r"\b(rings?|rung) (at|abroad)\b",
    r"\bbells? (rings?|rung)\b",
    r"\bin (a|the) person's stead\b",
    r"\b(open|shut|closed) heads?\b",
    r"\bheads? (open|opens|is open)\b",
    r"\bpure rooms?\b",
    r"\badmin's desk\b",
    r"\b(he|she) (is|was|has|had|may|can|sits|plays)\b",
    r"\b(his|her) (seat|hand|turn|game|table|cards?|bot|name|browser)\b",
)
"""Phrases of the old language, and words that take a player for a man or a woman."""

IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:-[\w$]+)*")
ONE_WORD_STRING = re.compile(r"""[rRuU]*(["']+)([A-Za-z_][\w-]*)\1""")
BRACES = re.compile(r"\{([^{}]*)\}")
COMPONENT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
SCRIPT_PROSE = re.compile(
    r"""/\*.*?\*/|(?<!:)//[^\n]*|n?gettext\((?:\s*"(?:[^"\\]|\\.)*",?)+""", re.S
)
TEMPLATE_PROSE = re.compile(
    r"""\{%\s*translate\s+(?:"[^"]*"|'[^']*')|\{%\s*blocktranslate.*?endblocktranslate\s*%\}|\{#.*?#\}"""
    r"""|<!--.*?-->|[>}][^<>{}]*(?=[<{])""",
    re.S,
)
CODE_SPAN = re.compile(r"`([^`\n]+)`")


@cache
def tracked() -> tuple[str, ...]:
    """List the tracked files that are scanned; old migrations keep their names for ever."""
    command = ["git", "ls-files", "-z", *SCANNED, *PAGES]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(
        path
        for path in listed.split("\0")
        if path.endswith((".py", ".js", ".ts", ".css", ".html", ".md"))
        and "/migrations/" not in path
        and path != "tests/test_vocabulary.py"
        and (ROOT / path).exists()
    )


def identifiers(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield the identifiers of a file with their lines; the path itself is line 0."""
    yield from ((0, part) for part in IDENTIFIER.findall(path.rpartition("/")[2]))
    if path.endswith(".py"):
        yield from _python_identifiers(text)
    elif path.endswith(".md"):
        for span in CODE_SPAN.finditer(text):
            yield from _found(text, span.start(), span[1])
    elif path.endswith(".html"):
        yield from _found(text, 0, TEMPLATE_PROSE.sub(_blank, text))
    else:
        yield from _found(text, 0, SCRIPT_PROSE.sub(_blank, text))


def _python_identifiers(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string
        elif token.type == tokenize.STRING and (word := ONE_WORD_STRING.fullmatch(token.string)):
            yield token.start[0], word[2]
        elif token.type == tokenize.STRING and token.string[0] in "fF":
            for braces in BRACES.findall(token.string):
                yield from ((token.start[0], name) for name in IDENTIFIER.findall(braces))


def _found(text: str, offset: int, code: str) -> Iterator[tuple[int, str]]:
    for match in IDENTIFIER.finditer(code):
        yield text.count("\n", 0, offset + match.start()) + 1, match[0]


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def old_word(identifier: str) -> str | None:
    """Return the old word in an identifier, if there is one."""
    parts = [part.lower() for part in COMPONENT.findall(identifier)]
    if found := next((part for part in parts if part in PARTS), None):
        return found
    whole = "_".join(parts)
    return next((word for word in WHOLE if word in (identifier, whole)), None)


SUSPICIOUS = re.compile(
    "|".join([*PARTS, *(w.replace("_", "[_-]?") for w in WHOLE)]), re.IGNORECASE
)


WIRE = "on the wire: an address, a form field or JSON (docs/protocol.md)"
STORED = "stored: an event, a field, a column, a constraint, a permission, a reason's id"
SEED = "the label of a random stream; another would change all draws"
ALLOWED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # identifier, reason, the files and folders where it may stand
    (
        "luck",
        WIRE,
        (
            "bots/analysis/review_page.py",
            "docs/protocol.md",
            "static/js/boards/turn",
            "tests/tables/test_turn_duel.py",
        ),
    ),
    (
        "eyes",
        WIRE,
        (
            "docs/protocol.md",
            "games/tables/queries/export.py",
            "games/tables/queries/replay.py",
            "games/tables/staff/actions.py",
            "games/tables/staff/table_pages.py",
            "games/tables/web/deal_file.py",
            "games/tables/web/pages.py",
            "static/js/shell/replay/frame-cache.js",
            "static/js/shell/replay/player.js",
            "static/js/shell/table/result.js",
            "templates/admin/tables/table/log.html",
            "tests/logs",
            "tests/tables",
        ),
    ),
    (
        "eyes",
        "part of a drawn face",
        (
            "static/css/ui/base.css",
            "static/js/shell/chat/reactions.js",
            "static/js/shell/ui/animals.js",
            "static/js/shell/ui/portrait.js",
        ),
    ),
    ("door", "the door card of stud", ("bots/stud", "games/stud")),
    (
        "mind",
        WIRE,
        (
            "DECISIONS.md",
            "bots/views.py",
            "docs/protocol.md",
            "static/js/shell/replay/analysis-cache.js",
            "tests",
        ),
    ),
    ("mind", "a former address", ("games/tables/staff/pages.py",)),
    ("mind", SEED, ("bots/battleship/memory.py",)),
    (
        "thought",
        WIRE,
        (
            "bots/analysis/finished_games.py",
            "bots/views.py",
            "docs/protocol.md",
            "static/js/shell/replay/analysis-cache.js",
            "tests",
        ),
    ),
    ("thought", STORED, ("bots/analysis/staff_role.py",)),
    ("bots_thought", STORED, ("bots/models.py", "tests/logs")),
    ("view_thought", STORED, ("bots/models.py",)),
    ("one_thought", STORED, ("bots/models.py",)),
    ("thoughts", WIRE, ("bots/admin.py", "bots/analysis/export.py", "tests")),
    ("thoughts", STORED, ("games/tables/staff/access.py", "static/js/shell/table/table-events.js")),
    ("thoughts", "a former address", ("games/tables/staff/pages.py",)),
    (
        "berth",
        STORED,
        (
            "games/battleship/events.py",
            "games/battleship/projection.py",
            "static/js/boards/battleship",
            "static/js/events.d.ts",
            "static/js/views.d.ts",
            "tests",
        ),
    ),
    (
        "berths",
        STORED,
        (
            "games/battleship/actions.py",
            "games/battleship/events.py",
            "static/js/boards/battleship",
            "static/js/events.d.ts",
            "tests",
        ),
    ),
    (
        "Mustered",
        STORED,
        (
            "games/battleship/events.py",
            "static/js/boards/battleship",
            "static/js/events.d.ts",
            "tests",
        ),
    ),
    ("laid$", "the key of a saved fleet", ("static/js/boards/battleship/saved-fleet.js",)),
    (
        "shut",
        WIRE,
        (
            "games/battleship/projection.py",
            "static/js/boards/battleship",
            "static/js/views.d.ts",
            "tests",
        ),
    ),
    (
        "withstood",
        WIRE,
        (
            "games/battleship/projection.py",
            "static/js/boards/battleship",
            "static/js/views.d.ts",
        ),
    ),
    (
        "told_from",
        WIRE,
        ("games/nana/projection.py", "static/js/boards/nana", "static/js/views.d.ts"),
    ),
    (
        "Sealed",
        STORED,
        (
            "docs/protocol.md",
            "games/tables/events",
            "static/js/events.d.ts",
            "static/js/shell/pages/staff-log.js",
            "tests",
        ),
    ),
    (
        "seal",
        STORED,
        (
            "games/tables/events",
            "games/tables/models.py",
            "games/tables/queries/export.py",
            "static/js/events.d.ts",
            "tests",
        ),
    ),
    ("for_good", STORED, ("docs/protocol.md", "games/tables/events", "static/js")),
    ("stood_in", STORED, ("games/tables/events",)),
    (
        *("stood_in", WIRE),
        ("docs/protocol.md", "games/tables/eventlog/updates.py", "tests/tables/eventlog"),
    ),
    (
        "open_after",
        STORED,
        (
            "docs/protocol.md",
            "games/tables",
            "static/js",
            "templates/partials/new_table.html",
            "tests",
        ),
    ),
    ("one_chair", STORED, ("games/tables/models.py",)),
    ("one_chair_each", STORED, ("games/tables/models.py",)),
    ("one_round", STORED, ("games/tables/models.py",)),
    ("room", WIRE, ("games/tables/queries/export.py", "tests")),
    (
        "said",
        WIRE,
        ("docs/protocol.md", "games/tables/sockets", "static/js/shell/table/store.js", "tests"),
    ),
    (
        "say",
        WIRE,
        ("docs/protocol.md", "games/tables/sockets", "static/js/shell/table/store.js", "tests"),
    ),
    ("anywhere", WIRE, ("docs/protocol.md",)),
    ("anywhere", STORED, ("bots/battleship", "tests/bots/battleship")),
    ("anywhere", "a value of CSS", ("static/css",)),
    ("look", STORED, ("bots/nana", "tests/bots/analysis/test_analyses.py")),
    ("lot", STORED, ("bots/nana",)),
    ("luck", SEED, ("tests/bots/recorded_games.py",)),
    ("moment", SEED, ("bots/bench/risk.py",)),
)


def is_allowed(path: str, identifier: str) -> bool:
    """Return whether an old name may stand in a file; the glossary explains what is stored or sent."""
    return any(
        identifier.lower() == name.lower() and (path == GLOSSARY or path.startswith(places))
        for name, _reason, places in ALLOWED
    )


@cache
def old_words() -> tuple[tuple[str, int, str, str], ...]:
    """Return (path, line, identifier, old word) of every identifier with an old word."""
    return tuple(
        (path, line, identifier, word)
        for path in tracked()
        for text in [(ROOT / path).read_text()]
        if SUSPICIOUS.search(text) or SUSPICIOUS.search(path)
        for line, identifier in identifiers(path, text)
        if (word := old_word(identifier))
    )


def test_identifiers_use_the_words_of_the_glossary() -> None:
    instead = PARTS | WHOLE
    found = [
        f"{path}:{line}: {identifier} (old word {word!r}; use {instead[word]})"
        for path, line, identifier, word in old_words()
        if not is_allowed(path, identifier)
    ]
    assert not found, "\n".join(found)


def test_no_sentence_uses_the_phrases_of_the_old_language() -> None:
    phrases = re.compile("|".join(PHRASES), re.IGNORECASE)
    found = [
        f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path in tracked()
        for text in [(ROOT / path).read_text()]
        for match in phrases.finditer(text)
    ]
    assert not found, "\n".join(found)


def test_every_exception_is_needed() -> None:
    """An exception that nothing uses any more is removed from the list."""
    used = {(identifier.lower(), path) for path, _, identifier, _ in old_words()}
    for name, _reason, places in ALLOWED:
        for place in places:
            assert [
                1 for found, path in used if found == name.lower() and path.startswith(place)
            ], (
                name,
                place,
            )


@pytest.mark.parametrize(
    ("path", "text", "word"),
    [
        ("a.py", "def f():\n    told = 1\n", "told"),
        ("a.py", "class Chair: ...\n", "chair"),
        ("a.py", "x = {'eyes': 1}\n", "eyes"),
        ("a.py", "x = f'{wish}'\n", "wish"),
        ("test_desk.py", "", "desk"),
        ("a.py", "def is_open(): ...\n", "is_open"),
        ("a.js", "const openReel = () => reel;", "reel"),
        ("a.js", 'html`<p class="line luck">`', "luck"),
        ("a.css", ".place .thought { color: red }", "thought"),
        ("a.html", '<b class="mind">{{ x }}</b>', "mind"),
        ("a.html", "{% if faded %}", "faded"),
        ("a.md", "see `games/tables/desk/pages.py`", "desk"),
    ],
)
def test_an_old_word_is_found(path: str, text: str, word: str) -> None:
    assert word in [old_word(found) for _, found in identifiers(path, text)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", '"""You are told at once."""\n# a wish\nnote = "a bell rings"\n'),
        ("a.js", '/** told */ show(gettext("You are told whether you hit.")); // luck'),
        ("a.css", "/* the desk */ .waiting-room { color: red }"),
        ("a.html", "<p>{% translate 'Good luck' %} with your wish</p>"),
        ("a.md", "Everybody is told, with luck."),
    ],
)
def test_texts_are_ordinary_english(path: str, text: str) -> None:
    assert [found for _, found in identifiers(path, text) if old_word(found)] == []
