#!/usr/bin/python3
"""Builds web/fonts and server/drawing/pdf/fonts out of Newsreader, Instrument Sans and Source Serif 4 (SIL OFL 1.1).

apt-get install fonttools python3-brotli && scripts/fonts/build-fonts.py [FOLDER instead of the repository]
"""

import os
import sys
from io import BytesIO
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

ROOT = Path(__file__).parents[2]
os.environ["SOURCE_DATE_EPOCH"] = "0"  # the same sources give the same files
TARGET = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT


def chars(text, *ranges):
    """Code points of a text and of ranges, both ends included."""
    return set(map(ord, text)).union(*(range(first, last + 1) for first, last in ranges))


# For the web: what nearly every page needs, the rest of Western Europe, all composers up to Bucharest.
FIRST = chars("\u00a0§©«·»×ÄÉÖÜßáäèéíóöü\u202f\u2010\u2011–—‘’‚“”„…‹›€−←→↗", (0x20, 0x7E))
WEST = chars("ıŒœ†•⁄", (0xA1, 0xFF)) - FIRST
EXT = chars("ǍǎȘșȚțẀẁẂẃẄẅỲỳẼẽ", (0x100, 0x17F))
WEB = {"": ("latin", FIRST), "-west": ("latin", WEST), "-ext": ("latin-ext", EXT)}
# For PDFs: all in one file, because a word such as Dvořák must not change its font.
LATIN = chars("ıŒœ\u2009\u202f\u2010\u2011–—‘’‚“”„†•…‹›€−×→↗", (0x20, 0x7E), (0xA0, 0xFF))
PRINT = {"latin": LATIN, "latin-ext": EXT | chars("ẞ")}
ALL_SCRIPTS = PRINT | {
    "cyrillic": chars("ҐґҒғҚқҢңҮүҰұҺһӘәӨө", (0x400, 0x45F)),
    "greek": chars("", (0x386, 0x3CE)),
    "vietnamese": chars("ĂăĐđĨĩŨũƠơƯư", (0x1EA0, 0x1EF9)),
}
SERIF, ITALIC, SANS = "newsreader/opsz-normal", "newsreader/opsz-italic", "instrument-sans/wdth-normal"
# File, name in PDFs (the licence asks for one of its own), source, axes on the web, axes in PDFs.
CUTS = [
    ("display", "MF Display", SERIF, {"opsz": 72, "wght": 380}, {}),
    ("display-italic", "MF Display Italic", ITALIC, {"opsz": 72, "wght": 380}, {}),
    ("text", "MF Text", SERIF, {"opsz": 16, "wght": 400}, {}),
    ("text-bold", "MF Text Bold", SERIF, {"opsz": 16, "wght": 600}, {}),
    ("text-italic", "MF Text Italic", ITALIC, {"opsz": 16, "wght": 400}, {}),
    ("sans", "MF Sans", SANS, {"wdth": 88, "wght": 400}, {}),
    ("sans-bold", "MF Sans Bold", SANS, {"wdth": 88, "wght": 600}, {"wght": 620}),
]


def cut(source, charset, axes, letters, hinting):
    """A static font with these letters, their kerning, ligatures and figures of equal width."""
    family, style = source.split("/")
    files = ROOT / "node_modules/@fontsource-variable" / family / "files"
    font = TTFont(files / f"{family}-{charset}-{style}.woff2")
    for table in font["cmap"].tables:  # the narrow no-break space, missing in all three, is a space
        if 0x20 in table.cmap:
            table.cmap.setdefault(0x202F, table.cmap[0x20])
    font = instantiateVariableFont(font, axes, overlap=OverlapMode.KEEP_AND_DONT_SET_FLAGS)
    options = Options(hinting=hinting)
    options.layout_features = "kern liga tnum lnum ccmp locl case mark mkmk".split()
    options.drop_tables += ["STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return font


def merge(name, source, axes, sets):
    """One static font for PDFs; its narrow no-break space has 72 % of a space's width."""
    files = [BytesIO() for _ in sets]
    for file, (charset, letters) in zip(files, sets.items()):
        cut(source, charset, axes, letters, hinting=False).save(file)
    font = Merger().merge(files)
    narrow = "narrownbspace"
    font.setGlyphOrder(font.getGlyphOrder() + [narrow])
    font["glyf"][narrow] = Glyph()
    font["hmtx"][narrow] = (round(font["hmtx"][font.getBestCmap()[0x20]][0] * 0.72), 0)
    for table in font["cmap"].tables:
        table.cmap[0x202F] = narrow
    font["name"].names = []
    for name_id, text in {1: name, 2: "Regular", 4: name, 6: name.replace(" ", "")}.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
    return font


def save(font, path, flavor):
    font.flavor = flavor
    font.save(TARGET / path)
    print(f"{path:42} {(TARGET / path).stat().st_size:7} bytes")


for file, name, source, axes, print_axes in CUTS:
    for suffix, (charset, letters) in WEB.items():
        save(cut(source, charset, axes, letters, hinting=True), f"web/fonts/{file}{suffix}.woff2", "woff2")
    save(merge(name, source, axes | print_axes, PRINT), f"server/drawing/pdf/fonts/{file}.ttf", None)
others = merge("MF Other Scripts", "source-serif-4/opsz-normal", {"opsz": 12, "wght": 400}, ALL_SCRIPTS)
save(others, "server/drawing/pdf/fonts/other-scripts.ttf", None)
