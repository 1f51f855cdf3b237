"""The screen of Mächtige Monster: the board, the panel of two clicks, the story of a fight."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import pairwise, takewhile
from typing import Any

from PIL import Image

from engine.contract import Advice, Event, Outcome, Seat
from engine.errors import Malformed
from engine.maechtige_monster.values import Fought, Offer, Play, View
from engine.match import Match
from screens import keypad
from screens.kit.emojis import Drawings
from screens.kit.studio import Studio
from screens.maechtige_monster import advice as hints
from screens.maechtige_monster import painting, peoples, staging
from screens.maechtige_monster.rules import rules
from screens.maechtige_monster.scene import Hand, Scene, Standing
from screens.maechtige_monster.tale import Tale
from screens.maechtige_monster.words import Wording, displacing
from screens.marks import drawn
from screens.page import LABEL, Button, Choice, Page, Picture, Row, Select
from screens.screen import Part, Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.wording import alt_text, joined


class MonsterScreen(Screen):
    """Mächtige Monster."""

    colour = 0xE0A030

    def cover(self, studio: Studio) -> Image.Image:
        """Return the strongest of each people."""
        return painting.cover(studio)

    def board(self, sight: Sight) -> Shown:
        """Return the castle and the players, or the end."""
        wording = self._wording(sight)
        tale = self._last_fight(sight)
        if sight.outcome is not None:
            return _end(sight, sight.outcome, wording)
        now = wording.board(sight.news)
        fresh = tale is not None and not any(guarded.monsters for guarded in sight.view.row)
        raid = tale.lines() if tale is not None and fresh else ()
        return Shown(
            ask=sight.words("ask.play"),
            text="\n".join((*raid, wording.brief(sight.news))),
            fields=wording.seats(),
            pictures=_pictures(staging.board(self.game.box, sight), now, wording, sight.words),
        )

    def parts(self, sight: Sight) -> Sequence[Part]:
        """Return each guard and each seat, and the last raid."""
        tale = self._last_fight(sight)
        wording = self._wording(sight)
        return wording.parts("" if tale is None else tale.whole())

    def called(self, sight: Sight, spot: str) -> str:
        """Return a guard by its place, a card by its strength, or whose something is."""
        kind, number = spot.split(".")
        if kind in ("guard", "plaque") and int(number) < len(sight.view.row):
            return sight.words("guard", n=int(number) + 1)
        if kind == "card" and int(number) in sight.view.hand:
            return number
        if kind == "player":
            return sight.names[int(number)]
        return super().called(sight, spot)

    def tip(self, sight: Sight) -> str:
        """Return whether a card is to be chosen, or where it goes, which may have a price."""
        card = _chosen(sight.view, sight.look)
        if card is None:
            return "card"
        offers = (offer for offer in sight.view.offers if offer.play.card == card)
        return "price" if any(offer.price for offer in offers) else "where"

    def hint(self, sight: Sight, advice: Advice[Any]) -> str:
        """Return which card to play where, and why."""
        return hints.told(sight, advice)

    def panel(self, sight: Sight) -> Shown:
        """Return the own cards and, for who is asked, first which to play, then where."""
        view, words = sight.view, sight.words
        if view.phase == "over":
            return Shown()
        wording = self._wording(sight)
        chosen = _chosen(view, sight.look) if sight.legal else None
        offers = [offer for offer in view.offers if offer.play.card == chosen]
        pushed = displacing(sight.since, view.seat)
        shown = staging.hand(self.game.box, sight, chosen)
        # Who has clicked on since has read who displaced them.
        parts = [] if sight.look else [wording.displaced(pushed, view.seat)]
        parts += _asks(view, words, chosen)
        if chosen is not None and not sight.brief:
            parts += [*wording.refused(chosen), _signs(shown, words)]
        told = wording.asked(chosen, sight.brief) if view.offers else wording.hand()
        return Shown(
            ask=words("ask.play"),
            text=joined(*parts),
            rows=self._rows(sight, wording, chosen, offers) if sight.legal else (),
            pictures=(
                Picture(
                    _key("hand", shown, words.language),
                    alt_text(told),
                    partial(painting.hand, hand=shown),
                ),
            ),
        )

    def recap(self, sight: Sight) -> Sequence[str]:
        """Return what others played, whose monsters they displaced, what the raid brought."""
        wording = self._wording(sight)
        return list(wording.recap(sight.since, sight.view.seat))

    def said(self, sight: Sight) -> Sequence[Event]:
        """Return who displaced the reader, which the panel tells with the gold for it."""
        play = displacing(sight.since, sight.view.seat)
        return [] if play is None else [play]

    def own(self, sight: Sight) -> Sequence[Part]:
        """Return the own cards."""
        wording = self._wording(sight)
        return [Part("hand", sight.words("parts.hand"), wording.hand())]

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return the board on which everybody knows all guards, and where all cards are."""
        view = staging.laid_open(self.game.box, match.state, sight.view)
        return self.board(replace(sight, view=view))

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return what a button means: a card is chosen or given back, then it is played."""
        match verb:
            case "card":
                return Pressed(look=str(keypad.numbers(args)[0]))
            case "back":
                return Pressed()
            case "play" if len(values) == 1:
                return Pressed(_play(view, keypad.numbers(args), keypad.numbers(values[0])))
        raise Malformed("error.malformed")

    def drawings(self) -> Drawings:
        """Return every monster of every people."""
        return {
            f"{people}_{strength}": partial(peoples.monster_svg, people, strength, shadow=False)
            for people in peoples.PEOPLES
            for strength in peoples.STRENGTHS
        }

    def option_art(self, name: str, value: object) -> str:
        """Return the strongest monster of a people."""
        return f"{value}_{max(peoples.STRENGTHS)}" if name == "people" else ""

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words, staging.figures(self.game.box))

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return who played what where, and how a raid went."""
        return self._wording(sight).told(event)

    def story(self, events: Sequence[Event], sight: Sight) -> Sequence[Shown]:
        """Return the move that led to a fight, the fight guard by guard, the healing after it."""
        steps = self._fights(events, sight)
        if not steps:
            return []
        moves = takewhile(lambda event: not isinstance(event, Fought), events)
        said = self.line(moves, sight)
        return [replace(steps[0], ask=joined(said, steps[0].ask)), *steps[1:]]

    def retold(self, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return the castle as it was then, in this round, and the last fight step by step."""
        then, now = Sight.of(match, None, sight.names, sight.words), sight.view
        known = [e for e in sight.since if not isinstance(e, Fought) or e.fight == now.fight]
        if steps := self.story(known, then):
            return steps
        if then.view.round != now.round or now.phase == "over":
            return super().retold(match, sight)
        said = self.line(known, then)
        return (Shown(ask=said, text=said, pictures=self.board(then).pictures[:1]),)

    def shots(self, before: Match, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return the castle at each step of a fight."""
        return [replace(s, pictures=s.pictures[:1]) for s in self._fights(match.happened, sight)]

    def _wording(self, sight: Sight) -> Wording:
        return Wording(sight.view, sight.names, sight.words, self.game.box)

    def _fights(self, events: Sequence[Event], sight: Sight) -> Sequence[Shown]:
        return [
            step
            for event in events
            if isinstance(event, Fought)
            for step in self._told(event, sight)
        ]

    def _told(self, event: Fought, sight: Sight) -> Sequence[Shown]:
        tale = Tale(event.fight, sight.names, sight.words)
        captions = tale.captions()
        scenes = staging.told(self.game.box, event.fight, sight, captions)
        texts = tale.steps()
        news = [texts[0], *(b.removeprefix(a).strip() for a, b in pairwise(texts))]
        wording = self._wording(sight)
        return [
            Shown(ask=line, text=text, pictures=_pictures(scene, new, wording, sight.words))
            for line, text, new, scene in zip(tale.lines(), texts, news, scenes, strict=True)
        ]

    def _last_fight(self, sight: Sight) -> Tale | None:
        """Return the last fight in words, if there was one."""
        fight = sight.view.fight
        return None if fight is None else Tale(fight, sight.names, sight.words)

    def _rows(
        self, sight: Sight, wording: Wording, chosen: int | None, offers: Sequence[Offer]
    ) -> Sequence[Row]:
        view, words = sight.view, sight.words
        playable = [card for card in view.hand if any(o.play.card == card for o in view.offers)]
        cards: list[Button] = [
            Button(
                words("panel.card", strength=card),
                "card",
                str(view.hand.index(card)),
                "primary" if card == chosen else "secondary",
                disabled=card == chosen,
                art=_art(view, view.seat, card),
            )
            for card in playable
        ]
        if chosen is None:
            return (cards,)
        place = str(view.hand.index(chosen))
        where = Select(
            words("panel.where"),
            "play",
            [_choice(offer, wording, sight) for offer in offers],
            place,
        )
        if len(playable) == 1:
            return (where,)
        return (where, [*cards, Button(words("panel.back"), "back", place)])


def _pictures(scene: Scene, now: str, wording: Wording, words: Words) -> Sequence[Picture]:
    """Return the castle, in words what happened last or is open now, and the players."""
    people = tuple((player.name, player.people) for player in scene.players)
    row = (scene.guards, scene.round, scene.rounds, scene.tile, scene.focus, scene.caption)
    castle = (row, scene.asked, people, words.language)
    camp = (scene.players, scene.start, scene.asked)
    golds = wording.golds([player.gold for player in scene.players])
    return (
        Picture(
            ("maechtige_monster.castle", *castle),
            alt_text(now),
            partial(painting.castle, scene=scene),
        ),
        Picture(
            ("maechtige_monster.players", *camp),
            alt_text(golds),
            partial(painting.players, scene=scene),
        ),
    )


def _end(sight: Sight, outcome: Outcome, wording: Wording) -> Shown:
    end, standings = wording.end(outcome), tuple(staging.standings(sight, outcome))
    return Shown(
        ask=wording.shared(),
        text=end,
        pictures=(
            Picture(
                ("maechtige_monster.podium", tuple(map(_on_podium, standings))),
                alt_text(end),
                partial(painting.podium, standings=standings),
            ),
            Picture(
                ("maechtige_monster.accounts", standings),
                sight.words("parts.gold"),
                partial(painting.accounts, standings=standings),
            ),
        ),
    )


def _on_podium(standing: Standing) -> Hashable:
    return standing.seat, standing.name, standing.people, standing.place, standing.gold


def _key(what: str, shown: Hand, language: str) -> Hashable:
    """Return all that a picture shows; its labels follow from the language."""
    values = (getattr(shown, field.name) for field in fields(shown) if field.name != "labels")
    return f"maechtige_monster.{what}", tuple(values), language


def _asks(view: View, words: Words, chosen: int | None) -> list[str]:
    """Return what the seat is asked for, if it is."""
    if not view.offers:
        return []
    if chosen is None:
        return [words("panel.choose")]
    assert view.seat is not None
    monster = drawn(_art(view, view.seat, chosen))
    return [f"{words('panel.chosen', strength=chosen)} {monster}"]


def _signs(shown: Hand, words: Words) -> str:
    """Return what the shield means where one stands at a guard; a line says why there is a lock,
    or too little gold."""
    sure = any(offer.sign == "sure" for offers in shown.offers for offer in offers)
    return words("panel.sign.sure") if sure else ""


def _chosen(view: View, look: str) -> int | None:
    """Return the strength of the card that is chosen; the only one that may be played always is."""
    playable = {offer.play.card for offer in view.offers}
    if len(playable) == 1:
        return playable.pop()
    place = int(look) if look.isdecimal() else len(view.hand)
    card = view.hand[place] if place < len(view.hand) else None
    return card if card in playable else None


def _choice(offer: Offer, wording: Wording, sight: Sight) -> Choice:
    label, effect = wording.offer(offer, sight.names.plain)
    play = offer.play
    value = str(play.post) if play.over is None else f"{play.post}.{play.over}"
    return Choice(label[:LABEL], value, effect[:LABEL] or None, art=_displaced(sight.view, play))


def _displaced(view: View, play: Play) -> str:
    """Return the drawing of the monster that a card displaces, if it does."""
    if play.over is None:
        return ""
    out = view.row[play.post].monsters[play.over]
    return _art(view, out.seat, out.strength)


def _art(view: View, seat: Seat, strength: int) -> str:
    return f"{view.peoples[seat]}_{strength}"


def _play(view: View, places: Sequence[int], where: Sequence[int]) -> Play:
    match places, where:
        case [place], [post] if place < len(view.hand):
            return Play(view.hand[place], post)
        case [place], [post, slot] if place < len(view.hand):
            return Play(view.hand[place], post, slot)
    raise Malformed("error.malformed")
