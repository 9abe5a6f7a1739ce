// Which glyph stands for which character (OpenType specification, "cmap").

/** Glyph numbers by code point, from the formats 4 and 12. */
export function readCmap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + 8 * i + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 4) readSegments(cmap.subarray(at), glyphs);
    if (format === 12) readGroups(cmap.subarray(at), glyphs);
  }
  return glyphs;
}

function readSegments(map: Buffer, glyphs: Map<number, number>): void {
  const doubled = map.readUInt16BE(6);
  for (let i = 0; i < doubled; i += 2) {
    const end = map.readUInt16BE(14 + i);
    const start = map.readUInt16BE(16 + doubled + i);
    const delta = map.readUInt16BE(16 + 2 * doubled + i);
    const rangeAt = 16 + 3 * doubled + i;
    const range = map.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = range === 0 ? code : map.readUInt16BE(rangeAt + range + 2 * (code - start));
      if (range === 0 || listed !== 0) glyphs.set(code, (listed + delta) & 0xffff);
    }
  }
}

function readGroups(map: Buffer, glyphs: Map<number, number>): void {
  for (let i = 0; i < map.readUInt32BE(12); i++) {
    const at = 16 + 12 * i;
    const [start, end, first] = [0, 4, 8].map((n) => map.readUInt32BE(at + n));
    for (let code = start ?? 0; code <= (end ?? 0); code++) {
      glyphs.set(code, (first ?? 0) + code - (start ?? 0));
    }
  }
}

/** A cmap of format 12 alone, one group per character: simple, and every reader of ours takes it. */
export function writeCmap(glyphs: Map<number, number>): Buffer {
  const entries = [...glyphs].toSorted(([a], [b]) => a - b);
  const cmap = Buffer.alloc(12 + 16 + 12 * entries.length);
  cmap.writeUInt16BE(1, 2);
  // for Windows, all of Unicode
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(16 + 12 * entries.length, 16);
  cmap.writeUInt32BE(entries.length, 24);
  entries.forEach(([code, glyph], i) => {
    const at = 28 + 12 * i;
    cmap.writeUInt32BE(code, at);
    cmap.writeUInt32BE(code, at + 4);
    cmap.writeUInt32BE(glyph, at + 8);
  });
  return cmap;
}
