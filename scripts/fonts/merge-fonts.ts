import { readCmap, writeCmap } from './cmap.ts';
import { pad, readTables, table, type Tables, writeTables } from './sfnt.ts';

/** Component of a composite glyph (OpenType specification, "glyf"). */
const argumentsAreWords = 0x0001;
const moreComponents = 0x0020;
const scaled: [flag: number, bytes: number][] = [
  [0x0008, 2],
  [0x0040, 4],
  [0x0080, 8],
];
const kept = ['head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'GPOS', 'GSUB', 'GDEF'];

/** Narrow no-break space, which the pieces lack and our texts need: so wide in parts of a space. */
const narrowSpace = { code: 0x202f, width: 0.72 };

/**
 * One font out of two cuts of the same typeface: all of the first, with its kerning, and the glyphs of the
 * second added behind. Fonts come from the web in such pieces, but a PDF wants one. A narrow no-break
 * space is made if there is none.
 */
export function mergeFonts(first: Buffer, second: Buffer, name: string): Buffer {
  const base = readTables(first);
  const more = readTables(second);
  const baseCount = glyphCount(base);
  // its first glyph, the box for missing ones, is there already
  const renumber = (glyph: number): number => (glyph === 0 ? 0 : baseCount + glyph - 1);

  const glyphs = [
    ...glyphsOf(base),
    ...glyphsOf(more)
      .slice(1)
      .map((glyph) => renumberComponents(glyph, renumber)),
    Buffer.alloc(0),
  ];
  const characters = mergeCmaps(base, more, renumber);
  const space = metricsOf(base).readUInt16BE(4 * (characters.get(0x20) ?? 0));
  const narrow = Buffer.alloc(4);
  narrow.writeUInt16BE(Math.round(space * narrowSpace.width), 0);
  if (!characters.has(narrowSpace.code)) characters.set(narrowSpace.code, glyphs.length - 1);
  const merged: Tables = new Map(kept.flatMap((tag) => entry(base, tag)));
  merged.set('glyf', Buffer.concat(glyphs.map(pad)));
  merged.set('loca', locationsOf(glyphs));
  merged.set('hmtx', Buffer.concat([metricsOf(base), metricsOf(more).subarray(4), narrow]));
  merged.set('cmap', writeCmap(characters));
  merged.set('name', nameTable(name));
  merged.set('post', postTable(table(base, 'post')));
  setCounts(merged, more, glyphs.length);
  return writeTables(merged);
}

function entry(tables: Tables, tag: string): [string, Buffer][] {
  const data = tables.get(tag);
  return data === undefined ? [] : [[tag, data]];
}

function glyphCount(tables: Tables): number {
  return table(tables, 'maxp').readUInt16BE(4);
}

function glyphsOf(tables: Tables): Buffer[] {
  const [loca, glyf] = [table(tables, 'loca'), table(tables, 'glyf')];
  const long = table(tables, 'head').readInt16BE(50) === 1;
  const at = (i: number): number =>
    long ? loca.readUInt32BE(4 * i) : 2 * loca.readUInt16BE(2 * i);
  return Array.from({ length: glyphCount(tables) }, (_, i) => glyf.subarray(at(i), at(i + 1)));
}

function renumberComponents(glyph: Buffer, renumber: (glyph: number) => number): Buffer {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return glyph;
  const copy = Buffer.from(glyph);
  let at = 10;
  let flags = moreComponents;
  while ((flags & moreComponents) !== 0) {
    flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(renumber(copy.readUInt16BE(at + 2)), at + 2);
    at += 4 + ((flags & argumentsAreWords) === 0 ? 2 : 4);
    for (const [flag, bytes] of scaled) if ((flags & flag) !== 0) at += bytes;
  }
  return copy;
}

function locationsOf(glyphs: Buffer[]): Buffer {
  const loca = Buffer.alloc(4 * (glyphs.length + 1));
  let offset = 0;
  glyphs.forEach((glyph, i) => {
    offset += pad(glyph).length;
    loca.writeUInt32BE(offset, 4 * (i + 1));
  });
  return loca;
}

/** Width and left bearing of every glyph; in files the last width may stand for all that follow. */
function metricsOf(tables: Tables): Buffer {
  const hmtx = table(tables, 'hmtx');
  const widths = table(tables, 'hhea').readUInt16BE(34);
  const metrics = Buffer.alloc(4 * glyphCount(tables));
  for (let i = 0; i < glyphCount(tables); i++) {
    metrics.writeUInt16BE(hmtx.readUInt16BE(4 * Math.min(i, widths - 1)), 4 * i);
    const bearing = i < widths ? 4 * i + 2 : 4 * widths + 2 * (i - widths);
    metrics.writeInt16BE(hmtx.readInt16BE(bearing), 4 * i + 2);
  }
  return metrics;
}

function mergeCmaps(
  base: Tables,
  more: Tables,
  renumber: (glyph: number) => number,
): Map<number, number> {
  const glyphs = readCmap(table(base, 'cmap'));
  for (const [code, glyph] of readCmap(table(more, 'cmap'))) {
    if (!glyphs.has(code)) glyphs.set(code, renumber(glyph));
  }
  return glyphs;
}

function setCounts(merged: Tables, more: Tables, count: number): void {
  const maxp = table(merged, 'maxp');
  const other = table(more, 'maxp');
  for (let at = 6; at < maxp.length; at += 2) {
    maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(at), other.readUInt16BE(at)), at);
  }
  maxp.writeUInt16BE(count, 4);
  table(merged, 'hhea').writeUInt16BE(count, 34);
  table(merged, 'head').writeInt16BE(1, 50);
}

/** Family, style, full and PostScript name, for Windows in English. */
function nameTable(name: string): Buffer {
  const records: [id: number, text: string][] = [
    [1, name],
    [2, 'Regular'],
    [4, name],
    [6, name.replaceAll(' ', '')],
  ];
  const head = Buffer.alloc(6 + 12 * records.length);
  head.writeUInt16BE(records.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  const texts = records.map(([id, text], i) => {
    const data = Buffer.from(text, 'utf16le').swap16();
    [3, 1, 0x409, id, data.length, offset].forEach((value, n) =>
      head.writeUInt16BE(value, 6 + 12 * i + 2 * n),
    );
    offset += data.length;
    return data;
  });
  return Buffer.concat([head, ...texts]);
}

/** Italic angle and underline as before, without names of glyphs. */
function postTable(post: Buffer): Buffer {
  const short = Buffer.from(post.subarray(0, 32));
  short.writeUInt32BE(0x00030000, 0);
  return short;
}
