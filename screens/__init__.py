"""From a view to a page of plain values: the games' screens, their words and art, the kit."""
