"""Image files that become nonograms: they stay what they are, and files that are no images do no harm."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import knobel
from knobel.errors import BadInput
from knobel.kinds.nonogram import images
from knobel.kinds.nonogram.generate import Pictures
from knobel.kinds.nonogram.images import Method, from_image
from knobel.kinds.nonogram.rules import BLACK
from nonogram.test_generate import settle

TYPES = ("png", "jpg", "gif", "bmp")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need_module: Callable[[str], None]) -> None:
    need_module("PIL")
    monkeypatch.chdir(tmp_path)


def gradient(name: str) -> str:
    """Dark in one corner, light in the opposite one."""
    from PIL import Image

    ramp = np.linspace(0, 255, 240)
    Image.fromarray((np.add.outer(ramp, ramp) / 2).astype(np.uint8)).save(name)
    return name


def text(name: str) -> str:
    from PIL import Image, ImageDraw

    image = Image.new("L", (60, 60), 255)
    for row, words in enumerate(["Try this", "one for", "size, or", "not."]):
        ImageDraw.Draw(image).text((3, 2 + 14 * row), words, fill=0)
    image.resize((240, 240)).save(name)
    return name


def shapes(name: str) -> str:
    """A black disc, a blue box with a yellow hole, a red triangle; on white."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (240, 240), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((16, 16, 112, 112), fill="black")
    draw.rectangle((136, 24, 224, 96), fill="blue")
    draw.ellipse((160, 40, 192, 72), fill="yellow")
    draw.polygon([(120, 120), (32, 224), (208, 224)], fill="red")
    image.save(name)
    return name


@pytest.mark.parametrize(
    ("image", "method", "colours", "most"),
    [
        (shapes, "threshold", 1, 0.05),
        (shapes, "threshold", 4, 0.05),
        (gradient, "threshold", 1, 0.05),
        (text, "threshold", 1, 0.1),
        pytest.param(shapes, "dither", 4, 0.1, marks=pytest.mark.slow),
        pytest.param(gradient, "dither", 1, 0.1, marks=pytest.mark.slow),
    ],
)
def test_images_become_unique_nonograms(image: Callable[[str], str], method: Method, colours: int, most: float) -> None:
    recipe = Pictures(size=(30, 30), image=image("image.png"), method=method, colours=colours)
    draft = settle(recipe, seed=1)
    [only] = knobel.solutions(draft.puzzle, encoding="order", engine="minisat")
    pixels = draft.pixels
    assert pixels is not None and np.array_equal(only, pixels.values)
    assert np.array_equal(pixels.target, from_image("image.png", 30, 30, method, colours).values)
    changed = int((pixels.values != pixels.target).sum())
    assert changed <= most * 900
    assert str(draft.note) == f"{changed} of 900 pixels of the image were changed"
    assert draft.puzzle.title == "image"


@pytest.mark.parametrize("end", TYPES)
def test_shapes_are_where_they_were(end: str) -> None:
    values = from_image(shapes(f"shapes.{end}"), 30, 30).values
    assert values[8, 8] == values[5, 18] == values[25, 15] == 1
    assert values[0].sum() == values[:, 0].sum() == values[7, 22] == values[20, 2] == 0


def test_colours_are_those_of_the_image() -> None:
    pixels = from_image(shapes("shapes.png"), 30, 30, colours=4)
    tones = [pixels.palette[v - 1].rgb for v in (pixels.values[at] for at in ((8, 8), (5, 18), (7, 22), (25, 15)))]
    assert tones == ["000000", "0000ff", "ffff00", "ff0000"]
    assert pixels.values[0, 0] == 0 and [char for char, _ in pixels.palette] == ["a", "b", "c", "d"]
    assert from_image("shapes.png", 30, 30).palette == BLACK


def test_what_is_transparent_is_white() -> None:
    from PIL import Image

    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, 10, 20))
    image.save("half.png")
    assert from_image("half.png", 2, 1).values.tolist() == [[1, 0]]


def test_dithering_keeps_the_tones() -> None:
    values = from_image(gradient("gradient.png"), 40, 40, "dither").values
    tones = np.add.outer(np.linspace(1, 0, 40), np.linspace(1, 0, 40)) / 2
    for rows in (slice(0, 20), slice(20, 40)):
        for columns in (slice(0, 20), slice(20, 40)):
            assert abs(values[rows, columns].mean() - tones[rows, columns].mean()) < 0.05


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
def test_a_density_can_be_asked_for(density: float) -> None:
    assert abs(from_image(gradient("gradient.png"), 40, 40, density=density).values.mean() - density) < 0.05


def test_edges_are_cheaper_to_change_than_what_is_inside() -> None:
    pixels = from_image(shapes("shapes.png"), 30, 30)
    other = np.take_along_axis(pixels.costs, 1 - pixels.values[..., None], axis=-1)[..., 0]
    own = np.take_along_axis(pixels.costs, pixels.values[..., None], axis=-1)
    inside = np.ones_like(pixels.values, dtype=np.bool_)
    for shift in (1, -1):
        for axis in (0, 1):
            inside &= np.roll(pixels.values, shift, axis) == pixels.values
    assert (own == 0).all() and (other >= 0).all()
    assert other[inside].mean() > 1.2 * other[~inside].mean()


# what is no image


def check_refused(name: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_image(name, 10, 10)
    assert caught.value.file == name and message in str(caught.value.message)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 300


def test_bad_files_are_refused() -> None:
    from PIL import Image

    check_refused("missing.png", "no such file")
    Path("empty.png").touch()
    check_refused("empty.png", "is no image that can be read; expected PNG, JPEG, GIF, BMP")
    Path("text.png").write_text("width 5\n")
    check_refused("text.png", "is no image")
    Path("half.png").write_bytes(Path(shapes("whole.png")).read_bytes()[:600])
    check_refused("half.png", "is a broken image")
    Image.new("L", (20, 20), 77).save("grey.png")
    check_refused("grey.png", "shows nothing at the size 10x10")
    Image.new("L", (20, 20), 77).save("strange.tiff")
    check_refused("strange.tiff", "is no image")


def test_large_images_are_refused_before_they_are_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_PIXELS", 240 * 240 - 1)
    check_refused(shapes("shapes.png"), "240x240 pixels; expected at most 57599")


@pytest.mark.parametrize("end", TYPES)
def test_any_accident_gives_a_picture_or_an_error(end: str) -> None:
    whole = Path(shapes(f"whole.{end}")).read_bytes()
    rng = random.Random(f"accidents of {end}")
    refused = 0
    for _ in range(150):
        data = bytearray(whole[: rng.randrange(len(whole))] if rng.random() < 0.3 else whole)
        for _ in range(rng.randint(1, 5)):
            if data:  # most of what can go wrong is in the header
                data[rng.randrange(min(len(data), rng.choice([60, len(data)])))] = rng.randrange(256)
        Path("broken").write_bytes(data)
        try:
            assert from_image("broken", 8, 8).values.shape == (8, 8)
        except BadInput as error:
            assert str(error).isprintable() and len(str(error)) < 300
            refused += 1
    assert refused > 10
