"""How Tüftelmonster looks at a table."""
