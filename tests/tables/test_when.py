"""What people mean by what they write: days and hours, in their language and time zone."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tables.meetings import when
from tables.room.refusal import Refusal

BERLIN = "Europe/Berlin"
SUNDAY = datetime(2026, 11, 22, 15, 0)


def at(moment: datetime, zone: str = BERLIN) -> float:
    """Return a moment on the wall of a time zone."""
    return moment.replace(tzinfo=ZoneInfo(zone)).timestamp()


def meant(
    typed: str, locale: str = "de", now: datetime = SUNDAY, zone: str = BERLIN
) -> tuple[str, bool]:
    """Return what is read, on the wall of the time zone, and whether every week."""
    read = when.read(typed, at(now, zone), zone, locale)
    return f"{datetime.fromtimestamp(read.at, ZoneInfo(zone)):%Y-%m-%d %H:%M}", read.weekly


@pytest.mark.parametrize(
    ("typed", "locale", "wanted"),
    [
        ("morgen 20:00", "de", "11-23 20:00"),
        ("Freitagabend", "de", "11-27 20:00"),
        ("Donnerstagnachmittag", "de", "11-26 15:00"),
        ("Freitag, 20 Uhr", "de", "11-27 20:00"),
        ("nächsten Freitag um 20.15 Uhr", "de", "11-27 20:15"),
        ("Freitag halb 9 abends", "de", "11-27 20:30"),
        ("20:00 am Freitag", "de", "11-27 20:00"),
        ("Samstag, 28. November, 20 Uhr", "de", "11-28 20:00"),
        ("24.12. 18:30", "de", "12-24 18:30"),
        ("1.12.2026 20h", "de", "12-01 20:00"),
        ("morgen 23:59", "de", "11-23 23:59"),
        ("am 24. Dezember um 18 Uhr", "de", "12-24 18:00"),
        ("heute Abend", "de", "11-22 20:00"),
        ("morgen abend um 8", "de", "11-23 20:00"),
        ("morgen früh", "de", "11-23 10:00"),
        ("morgen 1 Uhr nachts", "de", "11-23 01:00"),
        ("morgen nacht um 5", "de", "11-23 05:00"),
        ("morgen nacht um 6", "de", "11-23 18:00"),
        ("0:30 nachts", "de", "11-23 00:30"),
        ("tomorrow night at 11", "en-GB", "11-23 23:00"),
        ("in 2 Stunden", "de", "11-22 17:00"),
        ("in einer halben Stunde", "de", "11-22 15:30"),
        ("in 3 Tagen um 20 Uhr", "de", "11-25 20:00"),
        ("14 Uhr", "de", "11-23 14:00"),
        ("20 Uhr", "de", "11-22 20:00"),
        ("Sonntag 20 Uhr", "de", "11-22 20:00"),
        ("Sonntag 14 Uhr", "de", "11-29 14:00"),
        ("tomorrow at 8 pm", "en-GB", "11-23 20:00"),
        ("Friday evening", "en-GB", "11-27 20:00"),
        ("next friday 8pm", "en-GB", "11-27 20:00"),
        ("tonight 9pm", "en-GB", "11-22 21:00"),
        ("dec 24 6:30 p.m.", "en-GB", "12-24 18:30"),
        ("12/11 12am", "en-GB", "11-12 00:00"),
        ("12/11 12pm", "en-US", "12-11 12:00"),
        ("2026-11-28 20:00", "en-GB", "11-28 20:00"),
        ("the 24th at 6pm", "en-GB", "11-24 18:00"),
        ("the 5th 8pm", "en-GB", "12-05 20:00"),
        ("am 5. um 20 Uhr", "de", "12-05 20:00"),
        ("22. 20 Uhr", "de", "11-22 20:00"),
        ("21. 20 Uhr", "de", "12-21 20:00"),
        ("22. 14 Uhr", "de", "12-22 14:00"),
        ("22. 15:04", "de", "12-22 15:04"),
        ("22. 15:05", "de", "11-22 15:05"),
        ("on the 31st at 8pm", "en-GB", "12-31 20:00"),
        ("day after tomorrow 7pm", "en-GB", "11-24 19:00"),
        ("morgen 20:00", "en-GB", "11-23 20:00"),
        ("tomorrow 20:00", "de", "11-23 20:00"),
        ("vendredi 20h30", "fr", "11-27 20:30"),
        ("morgen Abend 7", "de", "11-23 19:00"),
        ("tonight 9", "en-GB", "11-22 21:00"),
        ("Friday evening, 9", "en-GB", "11-27 21:00"),
        ("tomorrow night 11", "en-GB", "11-23 23:00"),
        ("morgen früh 9", "de", "11-23 09:00"),
        ("Abend 24.12.", "de", "12-24 20:00"),
        ("evening 5 december", "en-GB", "12-05 20:00"),
        ("Dec 5 evening", "en-GB", "12-05 20:00"),
        ("am 5. abends", "de", "12-05 20:00"),
        ("in 3 Tagen abends", "de", "11-25 20:00"),
        ("tomorrow in the evening", "en-GB", "11-23 20:00"),
        ("morgen Abend um 4", "de", "11-23 16:00"),
        ("morgen Abend halb 12", "de", "11-23 23:30"),
        ("morgen Mittag 1", "de", "11-23 13:00"),
        ("morgen um 11 Uhr mittags", "de", "11-23 11:00"),
        ("tomorrow at 12 noon", "en-GB", "11-23 12:00"),
        ("tomorrow 20:00", "tlh", "11-23 20:00"),
        ("Fri 8:30pm", "en-GB", "11-27 20:30"),
        ("Fri 8.30 pm", "en-GB", "11-27 20:30"),
        ("27.11. 20.00", "de", "11-27 20:00"),
        ("12.12. um 20.10", "de", "12-12 20:10"),
        ("Freitag 20:00uhr", "de", "11-27 20:00"),
        ("20 Uhr am 27.11.", "de", "11-27 20:00"),
        ("20 Uhr 27. November", "de", "11-27 20:00"),
        ("20 Uhr 30 Freitag", "de", "11-27 20:30"),
        ("Freitag ca. 20 Uhr", "de", "11-27 20:00"),
        ("Freitag von 20 bis 22 Uhr", "de", "11-27 20:00"),
        ("Freitag 20:00 bis 22:00", "de", "11-27 20:00"),
        ("Freitag 19.30 - 22 Uhr", "de", "11-27 19:30"),
        ("5.12 - 20 Uhr", "de", "12-05 20:00"),
        ("Dec 5 - 8pm", "en-GB", "12-05 20:00"),
        ("Friday 27 - 8pm", "en-GB", "11-27 20:00"),
        ("Friday 8-10pm", "en-GB", "11-27 20:00"),
        ("Friday 10am-12pm", "en-GB", "11-27 10:00"),
        ("morgen um acht Uhr abends", "de", "11-23 20:00"),
        ("morgen gegen acht", "de", "11-23 08:00"),
        ("morgen Abend halb acht", "de", "11-23 19:30"),
        ("morgen Viertel nach zwölf", "de", "11-23 12:15"),
        ("morgen dreiviertel eins", "de", "11-23 12:45"),
        ("half past eight tonight", "en-GB", "11-22 20:30"),
        ("quarter to 9 tonight", "en-GB", "11-22 20:45"),
        ("this evening at 8", "en-GB", "11-22 20:00"),
        ("Freitagmorgen 10 Uhr", "de", "11-27 10:00"),
        ("Mittwoch früh", "de", "11-25 10:00"),
        ("nächste Woche Dienstag 20 Uhr", "de", "11-24 20:00"),
        ("Sunday next week 8pm", "en-GB", "11-29 20:00"),
        ("übernächste Woche Freitag 20 Uhr", "de", "12-04 20:00"),
        ("nächsten Sonntag 20 Uhr", "de", "11-29 20:00"),
        ("a week from today 8pm", "en-GB", "11-29 20:00"),
        ("Sonnabend 20 Uhr", "de", "11-28 20:00"),
        ("Thurs 8pm", "en-GB", "11-26 20:00"),
        ("Weds eight pm", "en-GB", "11-25 20:00"),
        ("tmrw 8pm", "en-GB", "11-23 20:00"),
        ("diese Woche Sonntag 20 Uhr", "de", "11-22 20:00"),
        ("heut Abend", "de", "11-22 20:00"),
        ("am 28sten um 20 Uhr", "de", "11-28 20:00"),
        ("2026-12-24T20:00", "de", "12-24 20:00"),
        ("<t:1795800000:F>", "de", "11-27 18:20"),
        ("in 2h", "de", "11-22 17:00"),
        ("in 1h30", "en-GB", "11-22 16:30"),
        ("in ner Stunde", "de", "11-22 16:00"),
        ("in einer dreiviertel Stunde", "de", "11-22 15:45"),
        ("in 1.5h", "de", "11-22 16:30"),
        ("in 90 mins", "en-GB", "11-22 16:30"),
        ("in einer Viertelstunde", "de", "11-22 15:15"),
        ("in eineinhalb Stunden", "de", "11-22 16:30"),
        ("in an hour and a half", "en-GB", "11-22 16:30"),
        ("2 hours from now", "en-GB", "11-22 17:00"),
        ("in 2 Tagen um 20h", "de", "11-24 20:00"),
        ("Saturday 11:00-1:00 pm", "en-GB", "11-28 11:00"),
        ("Saturday 10:00 - 12:00 pm", "en-GB", "11-28 10:00"),
        ("Saturday 9:00-5:00 pm", "en-GB", "11-28 09:00"),
        ("tomorrow 8:30-10:00 pm", "en-GB", "11-23 20:30"),
        ("tomorrow 10:00-1:00 am", "en-GB", "11-23 22:00"),
        ("Samstag 20-2 Uhr", "de", "11-28 20:00"),
        ("von 22:00 bis 02:00 am Freitag", "de", "11-27 22:00"),
        ("Sat 8pm", "en-GB", "11-28 20:00"),
        ("Sat 20:00", "en-GB", "11-28 20:00"),
        ("in the evening at 8", "en-GB", "11-22 20:00"),
        ("in the morning at 9h", "en-GB", "11-23 09:00"),
        ("27.11. so gegen 20 Uhr", "de", "11-27 20:00"),
        ("27. November so um 20 Uhr", "de", "11-27 20:00"),
        ("do 27/11 8pm", "en-GB", "11-27 20:00"),
        ("Fr/Sa 27.11. 20 Uhr", "de", "11-27 20:00"),
        ("27.11. 20 Uhr oder so", "de", "11-27 20:00"),
        ("27.11. 20:00 und Chips", "de", "11-27 20:00"),
        ("27.11. um 20 Uhr alle 4", "de", "11-27 20:00"),
        ("27.11. nächste Woche 20 Uhr", "de", "11-27 20:00"),
        ("in einem Monat um 20 Uhr", "de", "12-22 20:00"),
        ("in 2 Std. 30 Min.", "de", "11-22 17:30"),
        ("27.11. vormittags 12:30", "de", "11-27 12:30"),
        ("tomorrow morning at 12:30", "en-GB", "11-23 12:30"),
        ("in a fortnight at 8pm", "en-GB", "12-06 20:00"),
        ("a week from tomorrow at 8pm", "en-GB", "11-30 20:00"),
        ("1 week 8pm", "en-GB", "11-29 20:00"),
        ("27.11. 20 Uhr mo", "de", "11-27 20:00"),
        ("4. 12.26 nachmittags", "de", "12-04 15:00"),
        ("venerdì alle 20:00", "it", "11-27 20:00"),
        ("domenica 20:00", "it", "11-22 20:00"),
        ("5 prosinca 20:00", "hr", "12-05 20:00"),
        ("in 3 dagen om 20h", "nl", "11-25 20:00"),
        ("volgende week 20:00", "nl", "11-29 20:00"),
        ("za šest dní 20:00", "cs", "11-28 20:00"),
        ("le 27/11 cet après-midi 15h", "fr", "11-27 15:00"),
        ("mi 27.11. 20:00", "es", "11-27 20:00"),
        ("nächste Woche Montag 20 Uhr", "de", "11-23 20:00"),
        ("morgen um halb 21", "de", "11-23 20:30"),
        ("halb neun Uhr am Freitag", "de", "11-27 08:30"),
        ("morgen halb 21 Uhr", "de", "11-23 20:30"),
        ("morgen halb 13", "de", "11-23 12:30"),
        ("morgen halb 24", "de", "11-23 23:30"),
        ("morgen um halb 1", "de", "11-23 00:30"),
        ("morgen um viertel vor 0", "de", "11-23 23:45"),
        ("tomorrow 1pm", "en-GB", "11-23 13:00"),
        ("8 am tomorrow", "en-GB", "11-23 08:00"),
        ("heute Abend 20:00", "de", "11-22 20:00"),
        ("morgen Nachmittag 12:30", "de", "11-23 12:30"),
        ("5.12. 8pm", "en-US", "12-05 20:00"),
        ("Freitag 8-20 Uhr", "de", "11-27 08:00"),
        ("Friday 8-8:30pm", "en-GB", "11-27 20:00"),
    ],
)
def test_times_as_people_write_them(typed: str, locale: str, wanted: str) -> None:
    if wanted == "11-12 00:00":
        with pytest.raises(Refusal):  # a year ahead
            meant(typed, locale)
    else:
        assert meant(typed, locale) == (f"2026-{wanted}", False)


def test_a_day_alone_of_which_the_hour_is_over_is_the_next_that_a_month_has() -> None:
    assert meant("31. 20 Uhr", now=datetime(2026, 3, 31, 21))[0] == "2026-05-31 20:00"


def test_a_date_without_a_year_that_is_over_is_the_next_years() -> None:
    assert meant("10.1. 20 Uhr")[0] == "2027-01-10 20:00"


def test_a_span_is_the_same_wherever_the_machine_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        found = meant("in 2 Stunden")[0]
    time.tzset()
    assert found == "2026-11-22 17:00"


@pytest.mark.parametrize(
    "typed",
    [
        "jeden Freitag 20 Uhr",
        "every Friday 8pm",
        "wöchentlich Fr 20h",
        "every Friday evening",
        "jeden Freitagabend 8",
        "wöchentlich 27.11. 20 Uhr",
        "jeden Freitag ab 27.11. 20 Uhr",
        "jede Woche Freitag 20 Uhr",
        "every week on Friday at 8pm",
        "Friday 8pm every week",
        "once a week on Friday 8pm",
        "freitags 20 Uhr",
        "immer am Freitag um 20 Uhr",
        "Fridays at 8pm",
        "Friday evenings",
        "wöchentlich freitags um acht Uhr abends",
    ],
)
def test_what_is_meant_for_every_week(typed: str) -> None:
    assert meant(typed) == ("2026-11-27 20:00", True)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("bald", "no_hour"),
        ("5", "no_hour"),
        ("Freitag", "no_hour"),
        ("Mitternacht", "no_hour"),
        ("Dezember 20 Uhr", "unread"),
        ("Blumentopf 20 Uhr", "unread"),
        ("in 3h 20:00", "unread"),
        ("in 3 Stunden um 20:00", "unread"),
        ("in einer Stunde 20:30", "unread"),
        ("in 3 Stunden um 20 Uhr", "unread"),
        ("in 2 hours, 8 pm", "unread"),
        ("in 1 Stunde 30", "unread"),
        ("morgen 12 Uhr nachts", "unread"),
        ("jeden 15. 20 Uhr", "unread"),
        ("every 24th 8pm", "unread"),
        ("15. wöchentlich 20 Uhr", "unread"),
        ("jeden 15.12. 20 Uhr", "unread"),
        ("jeden 15. Dezember 20 Uhr", "unread"),
        ("every Dec 24 8pm", "unread"),
        ("jeden Abend 20 Uhr", "unread"),
        ("every evening", "unread"),
        ("every night at 9", "unread"),
        ("jede Nacht um 1", "unread"),
        ("jeden Morgen 10 Uhr", "unread"),
        ("tonight at 12", "unread"),
        ("tonight 12:30", "unread"),
        ("heute Abend um halb 1", "unread"),
        ("morgen Abend um 3", "unread"),
        ("morgen Abend 0:30", "unread"),
        ("tomorrow evening 24", "unread"),
        ("morgen 7 abends", "unread"),
        ("tomorrow 7 in the evening", "unread"),
        ("8 abends", "unread"),
        ("Freitag 23 abends", "unread"),
        ("24.12. 7 abends", "unread"),
        ("evening tomorrow 7", "unread"),
        ("8 in the evening", "unread"),
        ("31.12. 25:00", "unread"),
        ("30.2. 20:00", "unread"),
        ("friday 13pm", "unread"),
        ("heute 10:00", "past"),
        ("15:03", "tomorrow"),
        ("heute 15:03", "past"),
        ("32. 20 Uhr", "unread"),
        ("0. 20 Uhr", "unread"),
        ("20.11.2026 20:00", "past"),
        ("24.11.2027 20:00", "far"),
        ("12/24 6pm", "unread"),
        ("Friday 8pm CET", "zone"),
        ("27.11. 20:00 UTC", "zone"),
        ("2026-11-27T20:00Z", "zone"),
        ("Friday 8pm +0100", "unread"),
        ("Freitag 28.11. 20 Uhr", "unread"),
        ("Friday 28 November 8pm", "unread"),
        ("27.11. oder 28.11. 20 Uhr", "unread"),
        ("jeden Freitag außer 4.12. 20 Uhr", "unread"),
        ("jeden Monat 20 Uhr", "unread"),
        ("jede zweite Woche Freitag 20 Uhr", "unread"),
        ("alle 2 Wochen freitags 20 Uhr", "unread"),
        ("monthly on Fridays 8pm", "unread"),
        ("nächste Woche 20 Uhr", "unread"),
        ("tomorrow week 8pm", "unread"),
        ("the 3rd of next month 8pm", "unread"),
        ("Friday 11-1pm", "unread"),
        ("Montag morgen 20 Uhr", "unread"),
        ("Freitag 4 - 20 Uhr", "unread"),
        ("Monat 20 Uhr", "unread"),
        ("11.27 evening", "unread"),
        ("Fr 28.11. 20 Uhr", "unread"),
        ("27.11. Samstag 20 Uhr", "unread"),
        ("27.11. oder Samstag 20 Uhr", "unread"),
        ("morgen und übermorgen 20 Uhr", "unread"),
        ("27.11. jede Woche außer Dezember 20 Uhr", "unread"),
        ("week of 27/11 8pm", "unread"),
        ("Woche vom 27.11. 20 Uhr", "unread"),
        ("27.11. Sa 20 Uhr", "unread"),
        ("So 27.11. 20 Uhr", "unread"),
        ("Mo 27.11. 20 Uhr", "unread"),
        ("Samstag Vormittag 13 Uhr", "unread"),
        ("27.11. 20 Uhr oder 21 Uhr", "unread"),
        ("4.12. nächste Woche 20 Uhr", "unread"),
        ("alle zwei Wochen ab 27.11. 20 Uhr", "unread"),
        ("every fortnight from 27/11 8pm", "unread"),
        ("12.12. 20.10", "no_hour"),
        ("20:00 CET morgen", "zone"),
        ("in vielen Stunden", "unread"),
        ("nächste Woche 30.11. 20 Uhr", "unread"),
        ("morgen halb 25", "unread"),
        ("morgen halb 9:15", "unread"),
        ("in zwei Stunden um acht", "unread"),
        ("in an hour at eight", "unread"),
        ("morgen halb 0", "unread"),
        ("tomorrow 0pm", "unread"),
        ("morgen 20:75", "unread"),
        ("Friday 8-8pm", "unread"),
        ("", "no_hour"),
    ],
)
def test_what_is_no_time_is_said(typed: str, key: str) -> None:
    if key == "tomorrow":
        assert meant(typed)[0] == "2026-11-23 15:03"
        return
    with pytest.raises(Refusal) as caught:
        meant(typed)
    assert caught.value.key == f"meeting.{key}"
    told = {"zone": {"zone"}, "past": {"when"}, "far": {"when"}}.get(key, set())
    assert caught.value.values.keys() == told


@pytest.mark.parametrize("typed", ["20 Uhr", "heute 20 Uhr", "Sonntag 20 Uhr", "22.11. 20 Uhr"])
def test_an_hour_is_a_full_minute_whenever_it_is_typed(typed: str) -> None:
    now = datetime(2026, 11, 22, 15, 20, 37, 250_000)
    assert when.read(typed, at(now), BERLIN, "de").at == at(datetime(2026, 11, 22, 20))


@pytest.mark.parametrize("typed", ["15:05", "heute 15:05", "Sonntag 15:05", "in 5 Minuten"])
def test_five_minutes_from_now_may_be_agreed(typed: str) -> None:
    assert meant(typed)[0] == "2026-11-22 15:05"


def test_the_hour_is_the_one_on_the_wall_there() -> None:
    read = when.read("morgen 20:00", at(SUNDAY), "America/New_York", "de")
    assert read.at == at(datetime(2026, 11, 23, 20), "America/New_York")


def test_a_day_begins_where_the_person_lives() -> None:
    late = datetime(2026, 11, 22, 23, 30)
    assert meant("tomorrow 20:00", "en-GB", late, "Pacific/Auckland")[0] == "2026-11-23 20:00"
    assert meant("tomorrow 20:00", "en-GB", late, "America/Los_Angeles")[0] == "2026-11-23 20:00"


def test_daylight_saving() -> None:
    spring, autumn = datetime(2027, 3, 27, 12), datetime(2026, 10, 24, 12)
    assert meant("morgen 20:00", now=spring)[0] == "2027-03-28 20:00"
    assert meant("morgen 20:00", now=autumn)[0] == "2026-10-25 20:00"
    # Spans are no hours on a wall: thirteen hours of that night end an hour later, or earlier.
    assert meant("in 20 Stunden", now=spring)[0] == "2027-03-28 09:00"
    assert meant("in 20 Stunden", now=autumn)[0] == "2026-10-25 07:00"
    # An hour that is left out comes after the gap; of one that comes twice it is the first.
    assert meant("morgen 02:30", now=spring)[0] == "2027-03-28 03:30"
    twice = when.read("morgen 02:30", at(autumn), BERLIN, "de").at
    assert twice == at(datetime(2026, 10, 25, 1, 30)) + 3600


def test_a_week_later_it_is_the_same_hour_on_the_wall() -> None:
    friday = at(datetime(2026, 10, 23, 20))
    later, wall = when.weeks_later(friday, "", BERLIN, friday)
    assert later == at(datetime(2026, 10, 30, 20)) and later - friday == 7 * 86400 + 3600
    assert wall == "2026-10-30T20:00:00"
    assert when.weeks_later(friday, "", "Nowhere/Any", friday)[0] == friday + 7 * 86400
    assert when.weeks_later(friday, "", BERLIN, later)[0] == at(datetime(2026, 11, 6, 20))


@pytest.mark.parametrize(
    ("zone", "first", "gap"),
    [
        (BERLIN, datetime(2026, 3, 22, 2, 30), datetime(2026, 3, 29, 3, 30)),
        ("America/Nuuk", datetime(2026, 3, 21, 23, 30), datetime(2026, 3, 29, 0, 30)),
        (BERLIN, datetime(2026, 10, 18, 2, 30), datetime(2026, 10, 25, 2, 30)),
    ],
    ids=str,
)
def test_an_hour_that_is_left_out_once_comes_back(
    zone: str, first: datetime, gap: datetime
) -> None:
    now, wall, found = at(first, zone), "", list[datetime]()
    for _ in range(3):
        now, wall = when.weeks_later(now, wall, zone, now)
        found.append(datetime.fromtimestamp(now, ZoneInfo(zone)).replace(tzinfo=None))
    assert found == [gap, *(first + timedelta(weeks=n) for n in (2, 3))]


@pytest.mark.parametrize(
    "typed", ["jeden Sonntag 2:30", "jede Woche, 29.3. 2:30", "jeden Sonntag um halb 3"]
)
def test_an_hour_that_is_left_out_the_first_time_comes_back(typed: str) -> None:
    read = when.read(typed, at(datetime(2026, 3, 25, 12)), BERLIN, "de")
    assert read.at == at(datetime(2026, 3, 29, 3, 30))
    later, _ = when.weeks_later(read.at, read.wall, BERLIN, read.at)
    assert later == at(datetime(2026, 4, 5, 2, 30))
    assert when.read("in 2 Stunden", read.at, BERLIN, "de").wall == "", "no hour was named"


def test_a_time_zone_that_this_machine_does_not_know_is_utc() -> None:
    read = when.read("tomorrow 20:00", at(SUNDAY, "UTC"), "Europe/Atlantis", "en-GB")
    assert read.at == at(datetime(2026, 11, 23, 20, 0), "UTC")


@pytest.mark.parametrize(
    ("wall", "zone", "is_early"),
    [
        ("2026-11-22T15:01:00", BERLIN, True),
        ("2026-11-22T15:00:00", BERLIN, False),
        ("2026-11-22T14:59:00", BERLIN, False),
        ("2026-11-22T15:01:00", "Asia/Tokyo", False),
        ("2026-11-22T14:59:00", "Europe/London", True),
        ("", BERLIN, False),
    ],
)
def test_what_begins_before_the_hour_on_the_wall_is_early(
    wall: str, zone: str, is_early: bool
) -> None:
    assert when.early(at(SUNDAY), wall, zone) is is_early
