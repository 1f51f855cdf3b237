"""What waits begins in order, so many things at once and so many of a table."""

from __future__ import annotations

from cogs.line.scheduler import Scheduler


class Work:
    """Notes what has begun."""

    def __init__(self, most: int, at_a_table: int) -> None:
        self.begun = list[str]()
        self.scheduler = Scheduler(self._begin, most, at_a_table)

    def _begin(self, thing: str) -> bool:
        if thing in self.begun:
            return False
        self.begun.append(thing)
        return True

    def add(self, order: int, thing: str) -> None:
        """Line something up of the table after which it is named."""
        self.scheduler.add(order, thing[0], thing)

    def after(self, *tables: str) -> list[str]:
        """Return what begins once something of each of these tables is over."""
        before = len(self.begun)
        for table in tables:
            self.scheduler.done(table)
        return self.begun[before:]


def test_the_smallest_begins_first_and_equals_as_they_came() -> None:
    work = Work(1, 1)
    for order, thing in ((9, "a"), (5, "b"), (7, "c"), (3, "d"), (5, "e")):
        work.add(order, thing)
    assert work.begun == ["a"]
    assert [*work.after("a"), *work.after("d"), *work.after("b"), *work.after("e")] == list("dbec")


def test_so_many_work_at_once() -> None:
    work = Work(2, 2)
    for thing in "abcde":
        work.add(0, thing)
    assert work.begun == ["a", "b"]
    assert work.after("b") == ["c"] and work.after("a", "c") == ["d", "e"]
    assert work.after("d", "e") == []
    work.add(0, "f")
    assert work.begun[-1] == "f"


def test_a_table_that_has_its_share_holds_up_nobody_else() -> None:
    work = Work(3, 2)
    for order, thing in ((1, "a1"), (2, "a2"), (3, "a3"), (4, "a4"), (5, "b1"), (6, "b2")):
        work.add(order, thing)
    assert work.begun == ["a1", "a2", "b1"]
    assert work.after("b") == ["b2"], "two of its table are at work"
    assert work.after("a") == ["a3"] and work.after("b") == []
    assert work.after("a") == ["a4"]
    work.add(7, "a5")
    assert work.begun[-1] == "a4", "two are at work again"
    assert work.after("a") == ["a5"] and work.after("a", "a") == []
    assert not (work.scheduler._held or work.scheduler._working)


def test_what_was_held_is_not_put_back_behind_others() -> None:
    work = Work(2, 1)
    for order, thing in ((1, "a1"), (2, "a2"), (3, "b1"), (4, "c1")):
        work.add(order, thing)
    assert work.begun == ["a1", "b1"]
    assert work.after("a") == ["a2"]


def test_what_is_added_once_more_begins_at_the_first_of_its_places_and_takes_no_second() -> None:
    work = Work(1, 1)
    for order, thing in ((1, "a"), (9, "b"), (5, "c"), (2, "b")):
        work.add(order, thing)
    assert work.after("a") == ["b"] and work.after("b") == ["c"] and work.after("c") == []
    work.add(1, "d")
    assert work.begun[-1] == "d"


def test_a_place_that_is_not_taken_lets_the_next_of_its_table_begin() -> None:
    work = Work(2, 1)
    for order, thing in ((1, "a1"), (2, "a2"), (3, "a2"), (4, "a3")):
        work.add(order, thing)
    assert work.after("a") == ["a2"] and work.after("a") == ["a3"]


def test_nothing_begins_any_more_once_it_is_closed() -> None:
    work = Work(1, 1)
    for thing in "ab":
        work.add(0, thing)
    work.scheduler.close()
    work.add(0, "c")
    assert work.after("a") == [] and work.begun == ["a"]
