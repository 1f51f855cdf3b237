"""The pictures' kit: caches, fonts, fitting text, files."""

from __future__ import annotations

import importlib
import io
import random
import re
from collections.abc import Hashable
from pathlib import Path

import pytest
from PIL import Image

from screens.kit import drawing, encoding, lettering, raster, seats, shelf
from screens.kit.palette import Palette
from screens.kit.raster import Portfolio, rasterise
from screens.kit.shelf import Cabinet, Shelf
from screens.kit.studio import Studio

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">'
    '<circle cx="{}" cy="9" r="4"/></svg>'
)


GAMES = sorted(path.parent.name for path in shelf.SCREENS.glob("*/samples.py"))


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


def test_sprite_has_the_width_asked_for_and_is_kept(studio: Studio) -> None:
    sprite = studio.sprite(SVG.format(5), 30)
    assert (sprite.size, sprite.mode) == ((30, 60), "RGBA")
    assert studio.sprite(SVG.format(5), 30) is sprite


def test_cache_stays_within_its_limit_and_drops_the_oldest() -> None:
    small = Studio(stamps=3 * 20 * 40 * 4)
    first = small.sprite(SVG.format(1), 20)
    for x in range(2, 7):
        small.sprite(SVG.format(x), 20)
    assert small.weight == 3 * 20 * 40 * 4
    assert small.sprite(SVG.format(1), 20) is not first


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P"])
def test_a_drawing_that_was_dropped_is_unpacked_and_not_made_again(mode: str) -> None:
    small, made = Studio(stamps=0), []

    def make() -> Image.Image:
        drawn = small.sprite(SVG.format(5), 30)
        made.append(drawn if mode == "RGBA" else drawn.convert("RGB").convert(mode))
        return made[-1]

    for _ in range(2):
        stamp = small.stamp("stamp", make)
        assert (stamp.mode, stamp.size) == (mode, (30, 60))
        assert stamp.convert("RGBA").tobytes() == made[0].convert("RGBA").tobytes()
    assert len(made) == 1


def test_the_next_start_finds_what_was_rasterised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    draw = raster.drawn

    def drawn(svg: str, width: int) -> bytes:
        asked.append(svg)
        return draw(svg, width)

    monkeypatch.setattr(raster, "drawn", drawn)
    folder = tmp_path / "new" / "drawings"
    first = Studio(portfolio=Portfolio(folder)).sprite(SVG.format(5), 30)
    again = Studio(portfolio=Portfolio(folder)).sprite(SVG.format(5), 30)
    assert len(asked) == 1 and again.tobytes() == first.tobytes()
    Studio(portfolio=Portfolio(folder)).sprite(SVG.format(5), 40)
    Studio(portfolio=Portfolio(folder)).sprite(SVG.format(6), 30)
    assert len(asked) == 3


@pytest.mark.parametrize("kept", [b"", b"no picture", None])
def test_a_damaged_drawing_is_made_anew(tmp_path: Path, kept: bytes | None) -> None:
    sound = Portfolio(tmp_path).picture(SVG.format(5), 30)
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-30] if kept is None else kept)
    assert Portfolio(tmp_path).picture(SVG.format(5), 30).tobytes() == sound.tobytes()
    assert Portfolio(tmp_path).picture(SVG.format(5), 30).tobytes() == sound.tobytes()


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    portfolio = Portfolio(tmp_path / "file" / "drawings")
    assert portfolio.picture(SVG.format(5), 30).size == (30, 60)


def red() -> Image.Image:
    return Image.new("RGB", (9, 4), "red")


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P"])
def test_the_next_start_finds_finished_drawings(tmp_path: Path, mode: str) -> None:
    picture, key = rasterise(SVG.format(5), 30).convert("RGB").convert(mode), ("stamp", 1)
    Cabinet(tmp_path / "new").put(key, picture)
    again = Cabinet(tmp_path / "new").take(key)
    assert again == picture and again is not picture
    assert Cabinet(tmp_path / "new").take(("stamp", 2)) is None


def test_what_would_be_drawn_otherwise_now_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Portfolio(tmp_path).picture(SVG.format(5), 30)
    (tmp_path / "else").mkdir()
    Cabinet(tmp_path).put("red", red())
    before = set(tmp_path.iterdir())
    monkeypatch.setattr(shelf, "LIBRARIES", (*shelf.LIBRARIES, "discord.py"))
    assert Cabinet(tmp_path).take("red") is None
    [gone] = before - set(tmp_path.iterdir())
    assert gone.name.startswith("stamps-")


def test_a_damaged_finished_drawing_is_made_anew(tmp_path: Path) -> None:
    Cabinet(tmp_path).put("red", red())
    [file] = tmp_path.glob("*/*")
    whole = file.read_bytes()
    for damaged in (b"", b"no picture", whole[:-5], whole[:-20] + bytes(20)):
        file.write_bytes(damaged)
        assert Cabinet(tmp_path).take("red") is None
        studio = Studio(shelf=Cabinet(tmp_path))
        assert studio.stamp("red", red) == Cabinet(tmp_path).take("red") == red()


def test_where_the_folder_cannot_be_written_finished_drawings_lie_on_a_shelf(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    cabinet = Cabinet(tmp_path / "file" / "drawings")
    cabinet.put("red", red())
    assert cabinet.take("red") == red()


def test_a_full_folder_begins_anew(tmp_path: Path) -> None:
    chance = random.Random(1)
    pictures = [Image.frombytes("L", (30, 30), chance.randbytes(900)) for _ in range(4)]
    for i, picture in enumerate(pictures):
        Cabinet(tmp_path, room=3 * 930).put(i, picture)
    found = [Cabinet(tmp_path).take(i) for i in range(4)]
    assert found == [None, None, None, pictures[3]]


@pytest.mark.usefixtures("without_art")
@pytest.mark.parametrize("game", GAMES)
def test_what_a_finished_drawing_is_kept_by_reads_alike_everywhere(game: str) -> None:
    samples, keys = importlib.import_module(f"screens.{game}.samples"), list[str]()

    class Noting(Shelf):
        def put(self, key: Hashable, picture: Image.Image) -> None:
            keys.append(repr(key))

    list(samples.art_of(Studio(shelf=Noting())))
    assert keys
    assert not [key for key in keys if re.search(r" at 0x|set\(|\{", key)]


def test_a_full_shelf_begins_anew() -> None:
    chance, pictures = random.Random(1), list[Image.Image]()
    for _ in range(4):
        pictures.append(Image.frombytes("L", (30, 30), chance.randbytes(900)))
    kept = Shelf(room=3 * 930)
    for i, picture in enumerate(pictures):
        kept.put(i, picture)
    found = [kept.take(i) for i in range(4)]
    assert found[:3] == [None] * 3
    assert found[3] is not None and found[3].tobytes() == pictures[3].tobytes()
    kept.put("more", pictures[0])
    again = kept.take("more")
    assert again is not None and again.tobytes() == pictures[0].tobytes()
    assert kept.take(3) == pictures[3]


def test_a_drawing_that_has_no_room_is_made_each_time() -> None:
    studio, made = Studio(stamps=0, shelf=Shelf(room=10)), []

    def make() -> Image.Image:
        made.append(Image.new("RGB", (50, 50), "red"))
        return made[-1]

    for _ in range(2):
        assert studio.stamp("red", make).size == (50, 50)
    assert len(made) == 2


def test_a_full_disk_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Shelf()

    class Full:
        def seek(self, place: int) -> None: ...

        def write(self, packed: bytes) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept, "_file", Full())
    kept.put("red", red())
    assert kept.take("red") is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Alexandra", "Alexandra"),
        ("Ελένη", "Ελένη"),
        ("Зинаида 🦊", "Зинаида"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Zoë\u202e", "Zoë"),
        ("  two   words\n", "two words"),
        ("王小明", None),
        ("Bo 王", None),
        ("🦊🦊", None),
        ("Z̷̧a", "Za"),
        ("", None),
    ],
)
def test_names_are_shown_as_far_as_the_font_goes(
    studio: Studio, name: str, shown: str | None
) -> None:
    assert studio.drawable(name) == shown
    assert seats.called(studio, name, 2) == (shown or "#3")


@pytest.mark.parametrize("text", ["W" * 60, "i" * 200, "Wolfeschlegelsteinhausen der Dritte", "ok"])
@pytest.mark.parametrize("room", [0, 20, 90, 300])
def test_fitted_text_is_never_wider_than_its_room(studio: Studio, text: str, room: int) -> None:
    font = studio.font(36)
    fitted = lettering.fit(font, text, room)
    assert not fitted or lettering.width(font, fitted) <= room
    assert fitted == text or fitted == "" or fitted.endswith(lettering.ELLIPSIS)


def test_written_ink_stays_within_the_room(studio: Studio) -> None:
    on = drawing.canvas(400, 80, "#000000")
    drawing.write(studio, on, 50, 40, "ÅWÄjW" * 20, 36, "#ffffff", room=200)
    box = on.getbbox()
    assert box is not None and box[0] >= 49 and box[2] <= 250 and box[1] > 0 and box[3] < 80


@pytest.mark.parametrize(("count", "right"), [(1, 100), (3, 200), (9, 200)])
def test_rows_are_centred_and_overlap_rather_than_overflow(count: int, right: int) -> None:
    edges = drawing.spread(count, 40, 10, right, 6)
    assert len(edges) == count
    assert edges[0] >= 10 and edges[-1] + 40 <= right
    assert abs((edges[0] - 10) - (right - edges[-1] - 40)) <= count


@pytest.mark.parametrize("size", [(488, 122), (128, 60), (40, 300), (52, 52)])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_panel_looks_as_if_filled_through_the_mask_of_all_of_it(
    studio: Studio, size: tuple[int, int], mode: str
) -> None:
    box, (width, height) = (3, 5, 3 + size[0], 5 + size[1]), size
    drawn, masked = (Image.new(mode, (width + 9, height + 9), drawing.PAPER) for _ in range(2))
    drawing.panel(studio, drawn, box, drawing.GOLD, 16)
    masked.paste(drawing.GOLD, box, drawing.round_mask(studio, size, 16))
    assert drawn.tobytes() == masked.tobytes()


def test_panels_have_smooth_corners_and_an_edge(studio: Studio) -> None:
    on = drawing.canvas(60, 40, "#000000")
    drawing.panel(studio, on, (0, 0, 60, 40), "#0000ff", 12, "#ffffff", 4)
    assert on.getpixel((0, 0)) == (0, 0, 0)
    assert on.getpixel((30, 1)) == (255, 255, 255)
    assert on.getpixel((30, 20)) == (0, 0, 255)
    greys = {on.getpixel((x, x)) for x in range(8)}
    assert len(greys) > 2


def test_equal_pictures_give_equal_small_files(studio: Studio) -> None:
    files = []
    for _ in range(2):
        on = drawing.canvas(1000, 800)
        drawing.panel(studio, on, (10, 10, 900, 700), "#445566")
        drawing.put(on, rasterise(SVG.format(5), 300), 40, 40, 0.5)
        files.append(studio.png(on))
    assert files[0] == files[1]
    assert files[0].startswith(b"\x89PNG") and len(files[0]) < 20_000


@pytest.mark.parametrize("module", ["isal.isal_zlib", "zlib"])
def test_a_file_shows_the_picture_wherever_it_was_compressed(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.kit.encoding.deflate", pytest.importorskip(module))
    palette = Palette.of("bugs")
    on = palette.canvas(333, 70)
    on.putdata([value % 200 for value in random.Random(1).randbytes(333 * 70)])
    file = io.BytesIO(encoding.png(on))
    with Image.open(file) as checked:
        checked.verify()
    with Image.open(file) as shown:
        assert (shown.mode, shown.size) == ("P", (333, 70))
        assert palette.own(shown) is shown and shown.tobytes() == on.tobytes()
