"""How Mächtige Monster looks."""
