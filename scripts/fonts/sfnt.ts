// Reading and writing the tables of TrueType files (OpenType specification, "Font file").

/** The tables of a font by their four-letter names. */
export type Tables = Map<string, Buffer>;

/** Takes a TrueType file apart. */
export function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    const start = font.readUInt32BE(entry + 8);
    const end = start + font.readUInt32BE(entry + 12);
    tables.set(font.toString('latin1', entry, entry + 4), Buffer.from(font.subarray(start, end)));
  }
  return tables;
}

/** A table that must be there. */
export function table(tables: Tables, name: string): Buffer {
  const found = tables.get(name);
  if (found === undefined) throw new Error(`the font has no table ${name}`);
  return found;
}

/** Puts a TrueType file together, checksums included. */
export function writeTables(tables: Tables): Buffer {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + 16 * sorted.length);
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(sorted.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((sorted.length - power) * 16, 10);
  table(tables, 'head').writeUInt32BE(0, 8);
  let offset = head.length;
  const parts: Buffer[] = [head];
  sorted.forEach(([name, data], i) => {
    const entry = 12 + 16 * i;
    head.write(name, entry, 'latin1');
    head.writeUInt32BE(checksum(data), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    const padded = pad(data);
    parts.push(padded);
    offset += padded.length;
  });
  const font = Buffer.concat(parts);
  const headAt = head.readUInt32BE(12 + 16 * sorted.findIndex(([name]) => name === 'head') + 8);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, headAt + 8);
  return font;
}

/** Filled up with zeros to whole groups of four bytes. */
export function pad(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
}

function checksum(data: Buffer): number {
  const padded = pad(data);
  let sum = 0;
  for (let i = 0; i < padded.length; i += 4) sum = (sum + padded.readUInt32BE(i)) >>> 0;
  return sum;
}
