"""Plots of the experiment as SVG text. Colours can be told apart with any colour vision."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

Row = dict[str, Any]

COLOURS = {"equity": "#d55e00", "potential": "#0072b2"}
MARKS = {"equity": "square", "potential": "circle"}
LEFT, TOP, RIGHT, BOTTOM = 60, 34, 20, 46
FONT = 'font-family="system-ui, sans-serif" font-size="13" fill="#222"'


def mean(values: Sequence[float]) -> float:
    """Return the mean; NaN of nothing."""
    return sum(values) / len(values) if values else float("nan")


def frame(width: int, height: int, title: str, content: str) -> str:
    """Return a whole SVG document on a white ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {FONT}>'
        f'<title>{escape(title)}</title><rect width="{width}" height="{height}" fill="#fff"/>'
        f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>{content}</svg>\n'
    )


def lines_by_k(
    rows: Sequence[Row], field: str, title: str, unit: str, logarithmic: bool = True
) -> str:
    """Plot the mean of a field over scenarios against k, one line for each way of clustering.

    Small marks are the scenarios; on a logarithmic scale values below 0.03 are drawn at 0.03.
    """
    width, height = 560, 340
    ks = sorted({row["k"] for row in rows})
    values = [row[field] for row in rows if row[field] is not None]
    low, high = (
        (0.03, max([*values, 0.1])) if logarithmic else (min([*values, 0.0]), max([*values, 0.01]))
    )

    def x(k: int) -> float:
        return LEFT + 20 + (width - LEFT - RIGHT - 40) * ks.index(k) / max(1, len(ks) - 1)

    def y(value: float) -> float:
        if logarithmic:
            share = math.log(max(value, low) / low) / math.log(high / low)
        else:
            share = (value - low) / (high - low)
        return height - BOTTOM - (height - TOP - BOTTOM) * share

    parts = [_axes(width, height, [(x(k), str(k)) for k in ks], _ticks(low, high, logarithmic), y)]
    parts.append(_text(LEFT, height - 8, "number of clusters k", "start"))
    for place, by in enumerate(COLOURS):
        shift = 5 if place else -5
        mine = [row for row in rows if row["by"] == by and row[field] is not None]
        for row in mine:
            parts.append(_mark(by, x(row["k"]) + shift, y(row[field]), 2.5, 0.35))
        means = [(k, mean([row[field] for row in mine if row["k"] == k])) for k in ks]
        points = [(x(k), y(value)) for k, value in means if value == value]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[by]}" stroke-width="2"/>'
        )
        parts += [_mark(by, a, b, 5, 1) for a, b in points]
        corner = width - RIGHT - 130
        parts.append(_mark(by, corner, TOP + 10 + 20 * place, 5, 1))
        parts.append(_text(corner + 12, TOP + 15 + 20 * place, f"by {by}", "start"))
    parts.append(_text(width - RIGHT, height - 8, unit, "end"))
    return frame(width, height, title, "".join(parts))


def difference_grid(rows: Sequence[Row], field: str, title: str) -> str:
    """Draw how much less clusters by potential lose than by equity: scenarios by k."""
    names = list(dict.fromkeys(row["scenario"] for row in rows))
    ks = sorted({row["k"] for row in rows})
    found = {(row["scenario"], row["k"], row["by"]): row[field] for row in rows}
    cell, line = 84, 26
    width, height = 210 + cell * len(ks) + RIGHT, TOP + line * (len(names) + 1) + 30
    parts = [
        _text(210 + cell * place + cell / 2, TOP + 18, f"k = {k}", "middle")
        for place, k in enumerate(ks)
    ]
    for row, name in enumerate(names):
        top = TOP + line * (row + 1)
        parts.append(_text(200, top + 18, name, "end"))
        for place, k in enumerate(ks):
            pair = (found.get((name, k, "equity")), found.get((name, k, "potential")))
            if pair[0] is None or pair[1] is None:
                continue
            gain = pair[0] - pair[1]
            strength = min(1.0, abs(gain) / 1.0)
            colour = COLOURS["potential"] if gain > 0 else COLOURS["equity"]
            left = 210 + cell * place
            parts.append(
                f'<rect x="{left}" y="{top}" width="{cell - 2}" height="{line - 2}" '
                f'fill="{colour}" fill-opacity="{0.75 * strength:.2f}"/>'
            )
            parts.append(_text(left + cell / 2, top + 17, f"{gain:+.2f}", "middle"))
    note = "blue, +: potential loses less; orange, -: equity loses less (% of the pot)"
    parts.append(_text(LEFT, height - 8, note, "start"))
    return frame(width, height, title, "".join(parts))


def _ticks(low: float, high: float, logarithmic: bool) -> list[float]:
    if logarithmic:
        return [tick for tick in (0.03, 0.1, 0.3, 1, 3, 10, 30) if low <= tick <= high]
    step = 10 ** math.floor(math.log10(high / 2)) if high > 0 else 1.0
    step = next(s for s in (step, 2 * step, 5 * step, 10 * step) if high / s <= 6)
    return [place * step for place in range(int(high / step) + 1)]


def _axes(
    width: int, height: int, columns: list[tuple[float, str]], ticks: list[float], y: Any
) -> str:
    parts = []
    for tick in ticks:
        parts.append(
            f'<line x1="{LEFT}" x2="{width - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" '
            'stroke="#ccc"/>'
        )
        parts.append(_text(LEFT - 8, y(tick) + 4, f"{tick:g}", "end"))
    for left, label in columns:
        parts.append(_text(left, height - BOTTOM + 18, label, "middle"))
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _mark(by: str, x: float, y: float, size: float, opacity: float) -> str:
    style = f'fill="{COLOURS[by]}" fill-opacity="{opacity}"'
    if MARKS[by] == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" {style}/>'
    side = 2 * size
    return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{side}" height="{side}" {style}/>'
