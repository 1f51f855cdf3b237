"""Backups in a folder: made by hand and by the running bot, rotated, and restored for practice."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from pathlib import Path

import pytest

from hosting import backups
from hosting.backups import HOUR, rotate, scheduled
from playground.server import PlaygroundServer
from storage.copying import restore
from storage.errors import StoreError
from storage.url import open_store
from tests.born import Nursery
from tests.cogs.party import Party, moves, verbs
from tests.cogs.stopwatch import within
from tests.cogs.test_restart import bot_process


async def made(folder: Path, count: int = 1) -> None:
    """Wait until there are so many backups in a folder."""
    while len([*folder.glob("monsterrunde-*.db")]) < count:
        await asyncio.sleep(0.02)


@pytest.mark.usefixtures("store")
async def test_the_newest_are_kept_and_nobody_else_s_file_is_touched(
    url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "some" / "where"
    folder.mkdir(parents=True)
    (folder / "holiday.db").write_text("mine")
    for hour in range(5):
        made = await rotate(url, folder, 3, hour * HOUR)
    assert made.name == "monsterrunde-19700101-040000.db"
    assert sorted(file.name for file in folder.iterdir()) == [
        "holiday.db",
        *(f"monsterrunde-19700101-0{hour}0000.db" for hour in (2, 3, 4)),
    ]


@pytest.mark.usefixtures("store")
async def test_what_a_process_that_died_had_begun_goes_with_the_next(
    url: str, tmp_path: Path
) -> None:
    begun = [tmp_path / f"monsterrunde-20260101-000000.db.part{end}" for end in ("", "-wal")]
    other = tmp_path / "monsterrunde-20260102-000000.db.part"
    for file in (*begun, other, tmp_path / "film.part"):
        file.write_text("somebody's name")
    for file in (*begun, tmp_path / "film.part"):
        os.utime(file, (0.0, 0.0))
    now = time.time()
    made = await rotate(url, tmp_path, 3, now)
    assert {made, other, tmp_path / "film.part"} <= {*tmp_path.iterdir()}, "that is being made"
    assert not {*begun} & {*tmp_path.iterdir()}


@pytest.mark.usefixtures("store")
async def test_a_backup_that_fails_takes_no_older_one_away(url: str, tmp_path: Path) -> None:
    made = await rotate(url, tmp_path / "b", 1, 0.0)
    with pytest.raises(StoreError, match="there already"):
        await rotate(url, tmp_path / "b", 1, 0.0)
    with pytest.raises(StoreError, match="no store at"):
        await rotate(f"sqlite:///{tmp_path}/wrong.db", tmp_path / "b", 1, HOUR)
    assert [*(tmp_path / "b").iterdir()] == [made]
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be used"):
        await rotate(url, tmp_path / "file", 1, 0.0)


@pytest.mark.usefixtures("store")
async def test_the_running_bot_makes_one_when_the_newest_is_old_enough(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "hosting.backups")
    folder = tmp_path / "b"
    folder.mkdir()
    old, fresh = (folder / f"monsterrunde-2026010{day}-000000.db" for day in (1, 2))
    for file in (old, fresh):
        file.touch()
    os.utime(old, (0.0, 0.0))
    async with scheduled(url, folder, 1.0, 2):
        await asyncio.sleep(0.3)
        assert {*folder.iterdir()} == {old, fresh}, "the newest is not an hour old"
    os.utime(fresh, (0.0, 0.0))
    async with scheduled(url, folder, 1.0, 2), within(10):
        while "now" not in caplog.text:
            await asyncio.sleep(0.02)
    assert len([*folder.iterdir()]) == 2 and not old.exists()
    async with scheduled(url, None, 1.0, 2):
        pass


@pytest.mark.expects_log("no backup: There is no store")
async def test_a_backup_that_fails_is_said_and_made_later(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "AGAIN", 0.05)
    async with scheduled(url, tmp_path / "b", 1.0, 2), within(10):
        await asyncio.sleep(0.2)
        await (await open_store(url)).close()
        await made(tmp_path / "b")


@pytest.mark.usefixtures("store")
@pytest.mark.expects_log("no backup: [Errno 2]")
async def test_a_file_that_goes_as_it_is_looked_at_ends_no_backups(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    gone, files = [folder / "monsterrunde-20260101-000000.db"], backups._files
    monkeypatch.setattr(backups, "AGAIN", 0.05)
    monkeypatch.setattr(backups, "_files", lambda *where: [gone.pop()] if gone else files(*where))
    async with scheduled(url, folder, 1.0, 2), within(10):
        await made(folder)


@pytest.mark.usefixtures("store")
async def test_a_backup_of_a_time_that_is_to_come_holds_up_none(url: str, tmp_path: Path) -> None:
    """As the machine's clock was ahead when it was made; nor where the bot is started every day."""
    folder = tmp_path / "b"
    folder.mkdir()
    later = folder / "monsterrunde-20700101-000000.db"
    later.touch()
    os.utime(later, (time.time() + 1000 * HOUR,) * 2)
    async with scheduled(url, folder, 24.0, 2), within(10):
        await made(folder, 2)
        await asyncio.sleep(0.2)
    assert len([*folder.iterdir()]) == 2, "the new one counts"


@pytest.mark.usefixtures("store")
async def test_the_newest_is_what_was_made_last_whatever_the_clock_said(
    url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "b"
    ahead = [await rotate(url, folder, 2, year * 8766 * HOUR) for year in (80, 81)]
    made = [await rotate(url, folder, 2, hour * HOUR) for hour in (1, 2)]
    assert {*folder.iterdir()} == {*made} and not {*made} & {*ahead}
    alone = await rotate(url, folder, 1, 0.0)
    assert [*folder.iterdir()] == [alone], "what was just made is kept first of all"


async def test_a_restore_rehearsed(
    nursery: Nursery, server: PlaygroundServer, tmp_path: Path, path: Path, url: str
) -> None:
    """The disk is lost while people play; the backup is restored, and their match goes on."""
    party, folder = Party(server.world), tmp_path / "b"
    async with bot_process(nursery, server, path):
        await party.open("meistercoup", "Ben", computers=2)
        await party.press("Anna", party.board(), "start")
        await party.until(lambda: verbs(party.board(), "seat"))
        backup = await rotate(url, folder, 2, time.time())
    for file in tmp_path.glob(f"{path.name}*"):
        file.unlink()
    await restore(backup, url)
    async with bot_process(nursery, server, path):
        for name in ("Anna", "Ben"):
            await party.seat(name)
        asked = await party.until(
            lambda: [name for name in ("Anna", "Ben") if moves(party.panel(name))], 20
        )
        panel, person = party.panel(asked[0]), server.world.person(asked[0]).id
        pressed = await server.world.press(person, panel["id"], moves(panel)[0])
        assert pressed.acknowledged and not pressed.failed
