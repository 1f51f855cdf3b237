"""The buttons in a page's rows, as tests look for them."""

from __future__ import annotations

from screens.page import Button, Row, Select


def buttons_in(*rows: Row) -> list[Button]:
    """Return the buttons of these rows; a select has none."""
    return [button for row in rows if not isinstance(row, Select) for button in row]
