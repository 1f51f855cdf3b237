"""Which kind of part is put together how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from screens.kit.anatomy import Ink
from screens.tueftelmonster.connectors import arm, leg, tentacle
from screens.tueftelmonster.heads import body, head
from screens.tueftelmonster.limbs import ANGLES, NECK_HALF
from screens.tueftelmonster.paws import foot, hand
from screens.tueftelmonster.scene import BODY, Part
from screens.tueftelmonster.shape import Shape
from screens.tueftelmonster.tails import tail, wing

KINDS: Mapping[str, Callable[[Part, Ink], Shape]] = MappingProxyType(
    {
        "head": head, "arm": arm, "hand": hand, "leg": leg, "foot": foot, "tail": tail,
        "wing": wing, "tentacle": tentacle, BODY: body,
    }
)  # fmt: skip

CORNERS = ((-45.0, 9.0), (-135.0, 9.0))
"""Where the signs are; what grows on a round head stays below them anyhow."""


def build(part: Part, ink: Ink) -> Shape:
    """Return a part, its ends as they lie, ready to be drawn."""
    made = KINDS[part.kind](part, ink)
    made.taken += [(ANGLES[side], NECK_HALF) for side in part.ends]
    if part.kind != "head" or len(part.ends) > 2:
        made.taken += CORNERS
    return made
