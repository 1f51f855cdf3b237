"""The screen of Tüftelmonster: the board, one's panel, and what its controls mean."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Any

from PIL import Image

from engine.contract import Advice, Event
from engine.errors import Malformed
from engine.match import Match
from engine.tueftelmonster.events import Attached, Finished, Rolled, Stolen
from engine.tueftelmonster.values import DRAWN, Options, View, Wish
from screens.kit.emojis import Drawings
from screens.kit.studio import Studio
from screens.names import unmarked
from screens.page import Page, Picture
from screens.screen import Part, Pressed, Screen, Shown, Sight
from screens.texts import Words
from screens.tueftelmonster import advice as hints
from screens.tueftelmonster import (
    board,
    diagrams,
    gallery,
    portrait,
    private,
    result,
    shown,
    spotlight,
)
from screens.tueftelmonster.choices import Look, action_of
from screens.tueftelmonster.desk import large, monsters, picture
from screens.tueftelmonster.drawings import drawings
from screens.tueftelmonster.panel import Panel
from screens.tueftelmonster.rules import rules
from screens.tueftelmonster.scene import Standing
from screens.tueftelmonster.telling import Telling
from screens.tueftelmonster.verdict import verdict
from screens.tueftelmonster.words import Wording
from screens.wording import WHOLE, alt_text

FILM = 640
"""How high all monsters are in a film, above the caption."""
WINNERS = 3
"""Portraits that have room beside each other."""


class TueftelScreen(Screen):
    """Tüftelmonster. The look of a panel is how far a choice in several clicks has come."""

    colour = 0x7BC043

    def cover(self, studio: Studio) -> Image.Image:
        """Return a creature put together from parts."""
        return diagrams.cover(studio)

    def goal(self, options: Options, seats: int) -> str:
        """Return how one wins in the whole game, or in a simpler one."""
        return "goal" if options.variant == "full" else f"goal.{options.variant}"

    def board(self, sight: Sight) -> Shown:
        """Return piles and prizes, the monster of whose turn it is, and the others; at the end
        the winner's portrait and how each did."""
        view, wording = sight.view, self._wording(sight)
        if sight.outcome is not None:
            return self._final(sight, wording)
        telling = self._telling(sight, wording)
        every = shown.seats(self.game.box, view, sight.names.plain, sight.words, sight.news)
        first = shown.focus(view)
        news = [event for event in sight.news if not isinstance(event, Rolled)]
        rest = [seat for seat in range(len(every)) if seat != first]
        others = [every[seat] for seat in rest]
        return Shown(
            ask=sight.words(f"ask.{view.phase}"),
            text="\n".join((*telling.all(news), *wording.brief())),
            pictures=(
                self._table(sight, wording),
                large(
                    every[first], wording, spotlight.HEIGHT, telling.on_monsters(sight.news, first)
                ),
                monsters(others, wording, gallery.HEIGHT, telling.on_monsters(sight.news, *rest)),
            ),
        )

    def parts(self, sight: Sight) -> Sequence[Part]:
        """Return what lies before each seat, and the prizes."""
        return self._wording(sight).parts()

    def called(self, sight: Sight, spot: str) -> str:
        """Return a part: one of the hand, on top of a pile (from 1), or on a monster."""
        view, (kind, number) = sight.view, spot.split(".")
        known = {
            "card": view.hand,
            "pile": [view.displays[int(number) - 1].top] if kind == "pile" else (),
            "part": [laid.card for monster in view.monsters for laid in monster.cards],
        }.get(kind, ())
        card = known[0] if kind == "pile" else int(number)
        if card is None or card not in known:
            return super().called(sight, spot)
        return self._wording(sight).part(card)

    def tip(self, sight: Sight) -> str:
        """Return the phase in which a seat is asked, of a wish whether there is something to steal
        already, of digging only where more lies than is taken; a roll is no choice, variants are
        easy, and who has clicked on has read it."""
        view = sight.view
        if sight.look or view.phase == "roll" or view.variant != "full":
            return ""
        if view.phase == "dig" and all(pile.height <= DRAWN for pile in view.displays):
            return ""
        early = view.phase == "wish" and Wish("steal") not in sight.legal
        return "wish_early" if early else str(view.phase)

    def hint(self, sight: Sight, advice: Advice[Any]) -> str:
        """Return what to do with which part, and why."""
        return hints.Telling(sight, self._wording(sight)).told(advice)

    def panel(self, sight: Sight) -> Shown:
        """Return the hand, and what this seat may do now, click by click."""
        wording = self._wording(sight)
        if sight.outcome is not None:
            why = verdict(sight.view, sight.outcome, sight.names, sight.words)
            own = sight.words("portrait.own", title=sight.view.monsters[sight.view.seat].name)
            mine = self._portrait(sight, sight.view.seat, wording, own)
            # What is counted of it stands in the text.
            named = [replace(picture, alt=unmarked(own)) for picture in mine.pictures]
            return replace(mine, ask=why, pictures=named)
        return Panel(sight, wording, self.game.box).shown()

    def keepsake(self, sight: Sight) -> Shown:
        """Return the portrait of the own monster."""
        return self._portrait(sight, sight.view.seat, self._wording(sight))

    def recap(self, sight: Sight) -> Sequence[str]:
        """Return who attached what, stole from whom, turned up a prize since the reader acted."""
        return self._telling(sight, self._wording(sight)).recap(sight.since, sight.news)

    def said(self, sight: Sight) -> Sequence[Event]:
        """Return the bolts that the panel tells with their places."""
        return self._telling(sight, self._wording(sight)).bolts(sight.news)

    def held(self, sight: Sight) -> Picture:
        """Return the hand in one line."""
        wording = self._wording(sight)
        cards = shown.parts(self.game.box, sight.view.hand)
        told = ["; ".join(map(wording.printed, sight.view.hand))]
        return picture(("held", cards), told, partial(private.held, parts=cards))

    def open(self, match: Match, sight: Sight) -> Shown:
        """Return piles and prizes, all monsters, and every hand."""
        laid = super().open(match, sight)
        if sight.outcome is not None:
            return laid
        every = shown.seats(self.game.box, sight.view, sight.names.plain, sight.words, sight.news)
        few = [replace(facts, facts=facts.facts[:1]) for facts in every]
        wording = self._wording(sight)
        whole = ("\n".join(wording.whole(seat)) for seat in range(len(every)))
        told = map(": ".join, zip(sight.names, whole, strict=True))
        tiles = monsters(few, wording, gallery.LOWEST)
        tiles = replace(tiles, alt=alt_text("\n".join(told), WHOLE))
        return replace(laid, pictures=(laid.pictures[0], tiles, *laid.pictures[1:]))

    def own(self, sight: Sight) -> Sequence[Part]:
        """Return the hand, and the pile that this seat digs in, with all that is printed on it."""
        wording = self._wording(replace(sight, brief=False))
        cards = {"hand": sight.view.hand, "dug": sight.view.looked_at}
        return [
            Part(key, sight.words(f"parts.{key}"), "\n".join(map(wording.printed, held)))
            for key, held in cards.items()
            if held
        ]

    def press(self, view: View, verb: str, args: str, values: Sequence[str]) -> Pressed:
        """Return the action at the end of a choice, or the look that is one click further."""
        look = Look.read(values[0] if verb == "pick" and values else args)
        match verb, action_of(view, look.way):
            case ("look", _) | ("pick", None):
                return Pressed(look=look.written)
            case "go" | "pick", action if action is not None:
                return Pressed(action)
        raise Malformed("error.malformed")

    def drawings(self) -> Drawings:
        """Return the faces of the die, and every part."""
        return drawings(self.game.box)

    def rules(self, words: Words) -> Sequence[Page]:
        """Return the rules, page by page."""
        return rules(words)

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        """Return what was rolled, drawn, attached, stolen and laid down."""
        return self._telling(sight, self._wording(sight)).all((event,))

    def story(self, events: Sequence[Event], sight: Sight) -> Sequence[Shown]:
        """Return the portrait of a monster that was just finished."""
        wording = self._wording(sight)
        telling = self._telling(sight, wording)
        return [
            replace(self._portrait(sight, event.seat, wording), ask="".join(telling.all([event])))
            for event in events
            if isinstance(event, Finished)
        ]

    def shots(self, before: Match, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return all monsters whenever one of them has grown or lost a part."""
        grown = [e for e in match.happened if isinstance(e, Attached | Stolen)]
        if not grown:
            return ()
        wording, view, box = self._wording(sight), sight.view, self.game.box
        every = shown.seats(box, view, sight.names.plain, sight.words, match.happened)
        few = [replace(facts, facts=facts.facts[:1]) for facts in every]
        told = " ".join(self._telling(sight, wording).all(grown))
        stage = Shown(ask=told, pictures=(monsters(few, wording, FILM),))
        return (stage, *self.story(match.happened, sight))

    def retold(self, match: Match, sight: Sight) -> Sequence[Shown]:
        """Return all monsters as they were then, if all that lay there still does."""
        (told,) = super().retold(match, sight)
        then, now = Sight.of(match, None, sight.names, sight.words), sight.view
        kinds = {type(event) for event in sight.since}
        if Attached not in kinds or Stolen in kinds or not _laid(then.view) <= _laid(now):
            return (told,)
        every = shown.seats(self.game.box, then.view, sight.names.plain, sight.words, sight.since)
        few = [replace(facts, facts=facts.facts[:1]) for facts in every]
        return (replace(told, pictures=(monsters(few, self._wording(then), FILM),)),)

    def _wording(self, sight: Sight) -> Wording:
        return Wording(sight.view, sight.names, sight.words, self.game.box, sight.brief)

    def _telling(self, sight: Sight, wording: Wording) -> Telling:
        return Telling(sight.view, sight.names, sight.words, wording)

    def _table(self, sight: Sight, wording: Wording) -> Picture:
        names, words, box = sight.names.plain, sight.words, self.game.box
        table = shown.table(box, sight.view, names, words, sight.news)
        paint = partial(board.board, table=table)
        told = self._telling(sight, wording).all(shown.on_table(sight.news))
        return picture(("board", table), [*told, *wording.table()], paint)

    def _final(self, sight: Sight, wording: Wording) -> Shown:
        view, outcome = sight.view, sight.outcome
        assert outcome is not None
        standings = shown.standings(self.game.box, view, outcome, sight.names.plain)
        why = verdict(view, outcome, sight.names, sight.words)
        note = unmarked(why)
        lines = list(map(wording.ended, standings))
        paint = partial(result.result, standings=standings, note=note)
        told = [sight.words("picture.result"), *lines, note]
        return Shown(
            ask=why,
            text="\n".join(lines),
            pictures=(
                self._portraits(sight, [s for s in standings if s.place == 1]),
                picture(("result", standings, note), told, paint),
            ),
        )

    def _portraits(self, sight: Sight, best: Sequence[Standing]) -> Picture:
        """Return the monsters of the first of those who won, with name and owner."""
        words = sight.words
        framed = tuple(
            (s.monster, s.title, s.person, _points(words, s.points)) for s in best[:WINNERS]
        )
        told = [
            "; ".join(filter(None, (words("portrait", title=title, name=person.name), note)))
            for _, title, person, note in framed
        ]
        return picture(("winners", framed), told, partial(portrait.beside, portraits=framed))

    def _portrait(self, sight: Sight, seat: int, wording: Wording, said: str = "") -> Shown:
        """Return a monster; `said`: what it is called, where not whose it is."""
        grown = sight.view.monsters[seat]
        monster = shown.monster(self.game.box, grown)
        person = shown.people(sight.names.plain)[seat]
        told = [said or sight.words("portrait", title=grown.name, name=sight.names[seat])]
        told += wording.monster(seat)
        paint = partial(portrait.portrait, shown=monster, title=grown.name, by=person)
        key = ("portrait", monster, grown.name, person)
        return Shown(ask=told[0], text="\n".join(told), pictures=[picture(key, told, paint)])


def _points(words: Words, points: int | None) -> str:
    return "" if points is None else f"{points} {words('fact.points', n=points)}"


def _laid(view: View) -> Set[int]:
    """Return all cards that lie on monsters."""
    return {laid.card for monster in view.monsters for laid in monster.cards}
