"""What a person did wrong, as one exception that names the kind sentence for it."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is not carried out; `key` names a text, `values` what stands in it, `name`
    being a person's as they write it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
