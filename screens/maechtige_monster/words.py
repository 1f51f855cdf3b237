"""Mächtige Monster in words: the row, what was played, what it costs, the seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from engine import ranking
from engine.contract import Event, Outcome, Seat
from engine.maechtige_monster.box import MonsterBox
from engine.maechtige_monster.odds import after
from engine.maechtige_monster.values import (
    SLOTS,
    Account,
    Fight,
    Fought,
    Guarded,
    Monster,
    Offer,
    Play,
    Played,
    Post,
    Price,
    Range,
    RoundBegan,
    View,
    Why,
)
from screens.maechtige_monster.outlook import outlook
from screens.maechtige_monster.tale import Tale
from screens.names import Names
from screens.page import Field
from screens.screen import Part, Yours
from screens.texts import Words
from screens.wording import seat_field, signed

SHORT = 12
"""Characters of a name in an entry of a select."""
LISTED: tuple[Why, ...] = ("closed", "gold")
"""Why a stronger card cannot displace a monster, in the order in which it is told; that it has to
be stronger is known."""


def spanned(numbers: Range, words: Words) -> str:
    """Return a range: `6 to 9`, or `7` where there is only one number."""
    low, high = numbers
    return str(low) if low == high else words("span", low=low, high=high)


class Wording:
    """Words for one view, in one language."""

    def __init__(self, view: View, names: Names, words: Words, box: MonsterBox) -> None:
        self._view, self._names, self._words, self._box = view, names, words, box

    def board(self, news: Sequence[Event]) -> str:
        """Return all that can be seen of the castle, what was played last first."""
        lines = [*self.last(news), self.tile(), *map(self.guard, range(len(self._view.row)))]
        return "\n".join(line for line in lines if line)

    def brief(self, news: Sequence[Event]) -> str:
        """Return the castle and what was played last; of guards what is not on every such back."""
        guards = (self.guard(post, brief=True) for post in range(len(self._view.row)))
        return "\n".join(line for line in (*self.last(news), self.tile(), *guards) if line)

    def parts(self, tale: str) -> list[Part]:
        """Return what is told to who asks: the guards' backs, the accounts, the last raid."""
        view, words, accounts = self._view, self._words, map(self.account, self._view.accounts)
        head = words("round", n=view.round, rounds=view.rounds)
        guards = "\n".join((head, *map(self.guard, range(len(view.row)))))
        moved = zip(self._names, accounts, strict=True)
        gold = "\n".join(f"{name}: {told or words('account.none')}" for name, told in moved)
        parts = [Part("guards", words("parts.guards"), guards)] if view.phase == "play" else []
        parts.append(Part("gold", words("parts.gold"), gold))
        return [*parts, Part("raid", words("parts.raid"), tale)] if tale else parts

    def tile(self) -> str:
        """Return the king's tile in force, if any."""
        tile = self._view.tile
        return "" if tile is None else self._words("tile.head", text=self._words(f"tile.{tile}"))

    def guard(self, post: Post, brief: bool = False) -> str:
        """Return a guard and what lies before it, last what all of a level have; in brief without
        that."""
        guarded, words = self._view.row[post], self._words
        stars, alike = words("stars", n=guarded.back.level), not self._changed(guarded)
        head = f"**{words('guard', n=post + 1)}**, {stars}"
        if not alike:
            head = f"{head}, {self._power(guarded)}"
        lies = words("empty")
        if guarded.monsters:
            lies = f"{self._lying(guarded)}, {self._gate(guarded, post)}"
        told = f"{head}: {lies}"
        return f"{told}; {self._power(guarded)}" if alike and not brief else told

    def _power(self, guarded: Guarded) -> str:
        """Return strength and loot, and what is printed where the king has changed them."""
        back, words = guarded.back, self._words
        now = self._range(guarded.strength, guarded.loot)
        if not self._changed(guarded) or guarded.face:
            return now
        return words("power.changed", now=now, printed=self._range(back.strength, back.loot))

    def _range(self, strength: Range, loot: Range) -> str:
        return self._words("power", strength=self.span(strength), loot=self.span(loot))

    def _changed(self, guarded: Guarded) -> bool:
        return (guarded.strength, guarded.loot) != (guarded.back.strength, guarded.back.loot)

    def span(self, numbers: Range) -> str:
        """Return a range: `6 to 9`, or `7` where there is only one number."""
        return spanned(numbers, self._words)

    def _lying(self, guarded: Guarded) -> str:
        free = [self._words("free")] * (SLOTS - len(guarded.monsters))
        return " + ".join([*map(self.monster, guarded.monsters), *free])

    def _gate(self, guarded: Guarded, post: Post) -> str:
        """Return what lies there, whether it is sure to be enough, and whether it can be pushed."""
        total = self._words("lying", total=guarded.total)
        key = "lying.open" if guarded.open else "lying.closed"
        parts = [total, self._words(key, limit=guarded.back.strength[1])]
        if self._sure[post]:
            parts.insert(1, self._words("lying.sure"))
        return ", ".join(parts)

    @cached_property
    def _sure(self) -> list[bool]:
        """By post whether what lies before a hidden guard is sure to be enough."""
        return [
            bool(guarded.monsters)
            and guarded.strength[0] < guarded.strength[1]
            and outlook(self._box, self._view, post, guarded.monsters).sure
            for post, guarded in enumerate(self._view.row)
        ]

    def monster(self, monster: Monster) -> str:
        """Return a monster as its owner and strength: `Anna 4`."""
        return f"{self._names[monster.seat]} {monster.strength}"

    def last(self, news: Sequence[Event]) -> list[str]:
        """Return what was played last; nothing once it was fought over: it lies there no more."""
        return [self._played(event) for event in _lying(news) if isinstance(event, Played)]

    def _played(self, event: Played) -> str:
        values = {
            "name": self._names[event.seat],
            "card": event.card,
            "guard": event.post + 1,
        }
        out = event.displaced
        if out is None:
            return self._words("played", **values)
        if out.seat == event.seat:
            return self._words("played.own", strength=out.strength, bank=event.bank, **values)
        return self._words(
            "played.over",
            other=self._names[out.seat],
            strength=out.strength,
            price=self._price(event.bank, event.owner, self._names[out.seat]),
            **values,
        )

    def told(self, event: Event) -> list[str]:
        """Return what there is to say of an event: a play, a raid in short, a round that begins."""
        match event:
            case Played():
                return [self._played(event)]
            case Fought(fight=fight):
                return [f"{line}." for line in Tale(fight, self._names, self._words).lines()]
            case RoundBegan(round=n, start=seat, tile=tile):
                begins = self._words("news.round", n=n, name=self._names[seat])
                if tile is None:
                    return [begins]
                return [begins, self._words("tile.head", text=self._words(f"tile.{tile}"))]
        return []

    def displaced(self, event: Played | None, seat: Seat) -> str:
        """Return what a seat reads whose monster was displaced; nothing where none was."""
        if event is None or event.displaced is None:
            return ""
        told = self._words(
            "displaced.paid" if event.owner else "displaced",
            name=self._names[event.seat],
            strength=event.displaced.strength,
            card=event.card,
            gold=event.owner,
        )
        asked = seat in self._view.waiting
        return told if asked else f"{told} {self._words('displaced.wait')}"

    def recap(self, since: Sequence[Event], seat: Seat) -> Iterator[str]:
        """Give what others played since this seat did and what its last raid brought; of what was
        played before that only what happened to the seat."""
        left = _lying(since)
        for at, event in enumerate(since, len(left) - len(since)):
            match event:
                case Played(seat=player) if player == seat:
                    yield Yours(self._recapped("recap.played_you", event))
                case Played(displaced=Monster(seat=owner)) if owner == seat:
                    yield Yours(self._recapped("recap.out_you", event))
                case Played() if at < 0:
                    pass
                case Played(displaced=Monster(seat=owner)) if owner != event.seat:
                    yield self._recapped("recap.out", event)
                case Played(displaced=Monster()):
                    yield self._recapped("recap.own", event)
                case Played():
                    yield self._recapped("recap.played", event)
                case Fought(fight=fight):
                    yield Yours(self._brought(fight, seat))

    def _brought(self, fight: Fight, seat: Seat) -> str:
        """Return what gold a fight brought a seat or cost it, and where it had to heal why."""
        loot = sum(s.gold for battle in fight.battles for s in battle.shares if s.seat == seat)
        healing = sum(healing.paid for healing in fight.healings if healing.seat == seat)
        key, gold = "recap.healed" if healing else "recap.fought", signed(loot - healing, plus=True)
        return self._words(key, gold=gold, loot=loot, healing=healing)

    def _recapped(self, key: str, event: Played) -> str:
        out = event.displaced
        return self._words(
            key,
            name=self._names[event.seat],
            card=event.card,
            n=event.post + 1,
            other=self._names[out.seat] if out else "",
            strength=out.strength if out else 0,
        )

    def offer(self, offer: Offer, plain: Sequence[str]) -> tuple[str, str]:
        """Return at which guard a card may go, beside or over whom and its price, and what comes of
        it; for a select."""
        play, lying = offer.play, self._view.row[offer.play.post].monsters
        if play.over is not None and offer.price is not None:
            label = self._offer_over(lying[play.over], offer.price, plain)
        else:
            label = self._offer_beside(lying, plain)
        return f"{play.post + 1}: {label}", self.effect(play)

    def _offer_beside(self, lying: Sequence[Monster], plain: Sequence[str]) -> str:
        """Return whose monster a card would stand beside, if any."""
        for monster in lying:
            key = "offer.beside_own" if monster.seat == self._view.seat else "offer.beside"
            name = plain[monster.seat][:SHORT]
            return self._words(key, name=name, strength=monster.strength)
        return self._words("empty")

    def _offer_over(self, out: Monster, price: Price, plain: Sequence[str]) -> str:
        """Return whom a card would displace, and what that costs."""
        own = out.seat == self._view.seat
        key, name = "offer.own" if own else "offer.over", plain[out.seat][:SHORT]
        return self._words(key, name=name, strength=out.strength, gold=price.total)

    def effect(self, play: Play) -> str:
        """Return what comes of playing a card, if the row is fought up to there; nothing where it
        all depends on who comes beside it."""
        monsters = after(self._view, play)
        seen = outlook(self._box, self._view, play.post, monsters, self._view.seat)
        kind = "sure" if seen.sure else "chance" if seen.beats else "never"
        if kind == "never" and not seen.full:
            return ""
        key = f"effect.{kind}" if seen.full else f"effect.alone.{kind}"
        text = self._words(key, percent=seen.percent)
        if seen.mine is None:
            return text
        return f"{text}, {self._words('effect.mine', gold=self.span(seen.mine))}"

    def _price(self, bank: int, owner: int, name: str) -> str:
        if owner:
            return self._words("price.both", bank=bank, owner=owner, name=name)
        return self._words("price.bank", bank=bank)

    def refused(self, card: int) -> list[str]:
        """Return why a card cannot displace, a line a reason with the guards where it is so."""
        found: dict[Why, set[int]] = {}
        for refused in self._view.refused:
            if refused.play.card == card and refused.play.over is not None:
                found.setdefault(refused.why, set()).add(refused.play.post + 1)
        return [
            self._words(f"refused.{why}", guards=", ".join(map(str, sorted(found[why]))),
                        n=len(found[why]))
            for why in LISTED
            if why in found
        ]  # fmt: skip

    def asked(self, chosen: int | None, brief: bool) -> str:
        """Return what the picture of a seat that is asked shows and its controls do not say: cards
        without a button and those set aside, and until one is chosen who stands where."""
        view = self._view
        aside = self._words("panel.aside", cards=_cards(view.aside)) if view.aside else ""
        playable = {offer.play.card for offer in view.offers}
        if playable != {*view.hand} or len(playable) == 1:
            aside = self.hand()
        elif chosen is not None:
            return self._words("picture.places")
        row = [] if brief or chosen is not None else map(self._row, range(len(view.row)))
        return "\n".join(filter(None, (*row, aside))) or self.hand()

    def _row(self, post: Post) -> str:
        """Return in short a guard's stars and who stands before it: `Guard 2, 1 star: Anna 4`."""
        guarded, words = self._view.row[post], self._words
        lying = " + ".join(map(self.monster, guarded.monsters)) or words("empty")
        return f"{words('guard', n=post + 1)}, {words('stars', n=guarded.back.level)}: {lying}"

    def hand(self) -> str:
        """Return the own cards."""
        view, words = self._view, self._words
        hand = words("panel.hand", cards=_cards(view.hand)) if view.hand else ""
        aside = words("panel.aside", cards=_cards(view.aside)) if view.aside else ""
        return "\n".join(filter(None, (hand, aside))) or words("panel.hand.none")

    def seats(self) -> list[Field]:
        """Return what everybody sees of each seat."""
        return [self._seat(seat) for seat in range(len(self._names))]

    def _seat(self, seat: Seat) -> Field:
        view, words = self._view, self._words
        known, held = view.known[seat], view.hands[seat]
        hidden = held - len(known.hand)
        unseen = [words("hidden", n=hidden)] if hidden else []
        held_cards = [*map(str, known.hand), *unseen]
        aside = _cards(known.aside) if known.aside else words("hidden", n=SLOTS)
        people = words(f"option.people.{view.peoples[seat]}")
        lines = [
            words("seat.gold", gold=view.gold[seat], people=people),
            words("seat.hand", cards=", ".join(held_cards) or words("seat.none"), aside=aside),
        ]
        if seat == view.start and view.phase == "play":
            lines.insert(0, words("seat.start"))
        return seat_field(seat, self._names, lines)

    def golds(self, gold: Sequence[int]) -> str:
        """Return everybody's gold in a line."""
        found = zip(self._names, gold, strict=True)
        return self._words("golds", golds=", ".join(f"{name} {n}" for name, n in found))

    def shared(self) -> str:
        """Return that equal gold shares a place, where it does."""
        gold = self._view.gold
        return self._words("end.shared") if len(set(gold)) < len(gold) else ""

    def end(self, outcome: Outcome) -> str:
        """Return places and gold, best first, and where the gold came from and went to; equal gold
        shares a place."""
        places = outcome.places
        return "\n".join(self._ended(seat, places[seat]) for seat in ranking.order(places))

    def _ended(self, seat: Seat, place: int) -> str:
        account, name = self._view.accounts[seat], self._names[seat]
        start = f"{self._words('column.start')} {account.start}"
        parts = ", ".join(filter(None, (start, self.account(account))))
        return self._words("end", place=place, name=name, gold=account.gold, parts=parts)

    def account(self, account: Account) -> str:
        """Return where a seat's gold came from and went to; nothing where nothing has moved."""
        moved = (
            ("loot", account.loot),
            ("received", account.received),
            ("to_bank", -account.to_bank),
            ("to_owners", -account.to_owners),
            ("healing", -account.healing),
        )
        parts = [f"{self._words(f'column.{name}')} {gold:+d}" for name, gold in moved if gold]
        return ", ".join(parts).replace("-", "−")


def displacing(since: Sequence[Event], seat: Seat) -> Played | None:
    """Return the last play since this seat's own that displaced a monster of it in this round."""
    for event in reversed(since):
        match event:
            case Played(seat=player) if player == seat:
                return None
            case Played(displaced=Monster(seat=owner)) if owner == seat:
                return event
            case RoundBegan():
                return None
    return None


def _lying(events: Sequence[Event]) -> Sequence[Event]:
    """Return those of these events that came after the last fight among them."""
    fights = [number for number, event in enumerate(events, 1) if isinstance(event, Fought)]
    return events[fights[-1] :] if fights else events


def _cards(cards: Iterable[int]) -> str:
    return ", ".join(map(str, cards))
