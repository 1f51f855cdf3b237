"""From a view of Mächtige Monster to what its pictures show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.contract import Outcome, Seat
from engine.maechtige_monster import tiles
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import after
from engine.maechtige_monster.values import (
    STRENGTHS,
    Back,
    Battle,
    Fight,
    Fought,
    Guarded,
    Known,
    Monster,
    Offer,
    Played,
    Post,
    Range,
    State,
    View,
)
from screens.maechtige_monster import painting, scene
from screens.maechtige_monster.outlook import outlook
from screens.maechtige_monster.scene import Figures, Hand, Player, Scene, Standing
from screens.screen import Sight
from screens.texts import Words


def board(box: MonsterBox, sight: Sight) -> Scene:
    """Return the board as it is now, with what was played last."""
    view: View = sight.view
    newest = last_played(sight)
    return Scene(
        players=_players(view, sight.names.plain),
        guards=tuple(_now(box, view, post, newest) for post in range(len(view.row))),
        round=view.round,
        rounds=view.rounds,
        start=view.start,
        asked=view.waiting[0] if view.waiting else None,
        tile=_tile(view.tile, sight.words),
        labels=labels(sight.words),
    )


def last_played(sight: Sight) -> Played | None:
    """Return what was played last, while it lies in the castle."""
    if any(isinstance(event, Fought) for event in sight.news):
        return None
    return next((event for event in sight.news if isinstance(event, Played)), None)


def laid_open(box: MonsterBox, state: State, view: View) -> View:
    """Return a bystander's view of a game that has ended with all that was hidden at this state."""
    tile, posts = tiles.in_force(box, state), len(view.row)

    def turned(post: Post, guarded: Guarded) -> Guarded:
        printed = box.faces[state.guards.row[post]]
        stronger, richer = tiles.change(tile, posts, post)
        richer += tiles.bonus(tile, guarded.monsters)
        return replace(
            guarded,
            strength=tiles.shifted((printed.strength, printed.strength), stronger),
            loot=tiles.shifted((printed.loot, printed.loot), richer),
            face=printed,
        )

    return replace(
        view,
        row=tuple(turned(post, guarded) for post, guarded in enumerate(view.row)),
        known=tuple(map(Known, state.hands, state.aside)),
    )


def told(box: MonsterBox, fight: Fight, sight: Sight, captions: Sequence[str]) -> list[Scene]:
    """Return the boards that tell a fight, one a step, under these headlines."""
    view: View = sight.view
    players = tuple(
        Player(name, view.peoples[seat], fight.gold[seat], _lain(fight, seat))
        for seat, name in enumerate(sight.names.plain)
    )
    whole = Scene(
        players=players,
        guards=tuple(_fought(box, fight, post) for post in range(len(fight.levels))),
        round=fight.round,
        rounds=view.rounds,
        start=_start(view, fight),
        tile=_tile(fight.tile, sight.words),
        labels=labels(sight.words),
    )
    return [
        replace(scene.at_step(whole, step), caption=caption)
        for step, caption in enumerate(captions)
    ]


def hand(box: MonsterBox, sight: Sight, chosen: int | None) -> Hand:
    """Return what one seat alone sees, with what it may do with the card it has chosen."""
    view: View = sight.view
    assert view.seat is not None
    tile = tiles.named(box, view.tile)
    known = Hand(
        seat=view.seat,
        players=_named(view, sight.names.plain),
        cards=view.hand,
        aside=view.aside,
        healing=tuple(tiles.cost(box, tile, strength) for strength in STRENGTHS),
        barred=() if tile.barred is None else (tile.barred,),
        labels=labels(sight.words),
    )
    if chosen is None:
        return known
    return replace(
        known,
        chosen=chosen,
        guards=tuple(map(_guard, view.row)),
        offers=tuple(_offers(box, view, post, chosen) for post in range(len(view.row))),
    )


def standings(sight: Sight, outcome: Outcome) -> list[Standing]:
    """Return the end, by seat."""
    view: View = sight.view
    return [
        Standing(
            seat=seat,
            name=sight.names.plain[seat],
            people=view.peoples[seat],
            place=outcome.places[seat],
            gold=account.gold,
            start=account.start,
            loot=account.loot,
            received=account.received,
            bank=account.to_bank,
            owners=account.to_owners,
            healing=account.healing,
        )
        for seat, account in enumerate(view.accounts)
    ]


def figures(box: MonsterBox) -> Figures:
    """Return the numbers of the box that the rules show."""
    backs = tuple((back.strength, back.loot) for back in box.backs.values())
    return Figures(backs, box.healing)


def labels(words: Words) -> Mapping[str, str]:
    """Return the words that pictures carry."""
    return {name: words(f"picture.{name}") for name in painting.LABELS}


def _players(view: View, names: Sequence[str]) -> tuple[Player, ...]:
    return tuple(
        Player(name, view.peoples[seat], view.gold[seat], _whereabouts(view, seat))
        for seat, name in enumerate(names)
    )


def _whereabouts(view: View, seat: Seat) -> tuple[scene.Whereabouts, ...]:
    """Return for the cards of strength 1, 2, … where everybody knows them to be."""
    lying = {m.strength for guarded in view.row for m in guarded.monsters if m.seat == seat}
    known = view.known[seat]

    def where(card: int) -> scene.Whereabouts:
        if card in lying:
            return "castle"
        if card in known.hand:
            return "hand"
        return "aside" if card in known.aside else "unknown"

    return tuple(map(where, STRENGTHS))


def _lain(fight: Fight, seat: Seat) -> tuple[scene.Whereabouts, ...]:
    """Return for the cards of a seat which lay in the castle that was fought for."""
    lying = {m.strength for monsters in fight.castle for m in monsters if m.seat == seat}
    return tuple("castle" if card in lying else "unknown" for card in STRENGTHS)


def _start(view: View, fight: Fight) -> Seat:
    """Return who started the round of a fight; the next round's start is one on."""
    return (view.start - (view.round - fight.round)) % len(view.peoples)


def _tile(tile: str | None, words: Words) -> scene.Tile | None:
    if tile is None:
        return None
    return scene.Tile(scene.ICONS[tile], words(f"tile.{tile}"))


def _guard(guarded: Guarded) -> scene.GuardOnBoard:
    return _laid(guarded.back, guarded.strength, guarded.loot, guarded.monsters, guarded.open)


def _now(box: MonsterBox, view: View, post: Post, newest: Played | None) -> scene.GuardOnBoard:
    """Return a guard in the row, with the monster that came last."""
    guarded = view.row[post]
    guard = _guard(guarded)
    if guarded.monsters and guarded.strength[0] < guarded.strength[1]:
        guard = replace(guard, sure=outlook(box, view, post, guarded.monsters).sure)
    if newest is None or newest.post != post:
        return guard
    monster, out = Monster(newest.seat, newest.card), newest.displaced
    if monster not in guarded.monsters:
        return guard
    slot = None if out is None else scene.Slot(out.seat, out.strength)
    return replace(guard, new=guarded.monsters.index(monster), out=slot)


def _laid(
    back: Back, strength: Range, loot: Range, monsters: Sequence[Monster], is_open: bool
) -> scene.GuardOnBoard:
    first, second, *_ = [*(scene.Slot(m.seat, m.strength) for m in monsters), None, None]
    return scene.GuardOnBoard(
        level=back.level,
        strength=back.strength,
        loot=back.loot,
        strength_now=strength,
        loot_now=loot,
        slots=(first, second),
        open=is_open,
    )


def _fought(box: MonsterBox, fight: Fight, post: Post) -> scene.GuardOnBoard:
    """Return a guard after the fight, with all that happened there."""
    back, monsters = box.backs[fight.levels[post]], fight.castle[post]
    tile = tiles.named(box, fight.tile)
    stronger, richer = tiles.change(tile, len(fight.levels), post)
    extra = tile.lowest_loot if post in fight.lowest else 0
    richer += tiles.bonus(tile, monsters) + extra
    strength, loot = tiles.shifted(back.strength, stronger), tiles.shifted(back.loot, richer)
    total = sum(monster.strength for monster in monsters)
    hidden = _laid(back, strength, loot, monsters, total < back.strength[1])
    heals = tuple(scene.Heal(h.seat, h.cost, h.paid) for h in fight.healings if h.post == post)
    known = replace(hidden, heals=heals, lowest=post in fight.lowest)
    if post >= len(fight.battles):
        return known
    return _turned(known, fight, fight.battles[post])


def _turned(guard: scene.GuardOnBoard, fight: Fight, battle: Battle) -> scene.GuardOnBoard:
    printed = battle.printed
    face = scene.Face(
        printed.strength, printed.loot, battle.strength, battle.loot, fight.round + battle.post
    )
    return replace(
        guard,
        face=face,
        fate="beaten" if battle.beaten else "unbeaten",
        shares=tuple(scene.Share(share.seat, share.gold) for share in battle.shares),
        odd=battle.odd,
        lost=battle.lost,
    )


def _named(view: View, names: Sequence[str]) -> tuple[Player, ...]:
    """Return who plays, without what changes while others play."""
    return tuple(Player(name, view.peoples[seat], 0) for seat, name in enumerate(names))


def _offers(box: MonsterBox, view: View, post: Post, card: int) -> tuple[scene.Offer, ...]:
    """Return what a card may do at a guard, then what it may not."""
    may = [
        _offer(box, view, offer)
        for offer in view.offers
        if offer.play.card == card and offer.play.post == post
    ]
    may_not = [
        scene.Offer(refused.play.over, why=refused.why)
        for refused in view.refused
        if refused.play.card == card and refused.play.post == post
    ]
    return (*may, *may_not)


def _offer(box: MonsterBox, view: View, offer: Offer) -> scene.Offer:
    play = offer.play
    seen = outlook(box, view, play.post, after(view, play))
    price = 0 if offer.price is None else offer.price.total
    return scene.Offer(play.over, seen.total, seen.beats, seen.of, price)
