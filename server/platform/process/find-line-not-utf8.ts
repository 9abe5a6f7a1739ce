import { isUtf8 } from 'node:buffer';

/** The first line of a text that is not UTF-8, from 1; null if all are. */
export function findLineNotUtf8(bytes: Buffer): number | null {
  if (isUtf8(bytes)) return null;
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
