import type { GetRequest } from '../platform/http/cached-response.ts';

/** More than a browser sends with all our cookies; a longer head is left to Node. */
const MAX_HEAD_BYTES = 8_192;

/** A complete head and nothing after it (RFC 9112, 3 and 5); the first group is the address. */
const HEAD = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;

/** The response depends on these. */
const VARYING_HEADERS = ['accept-encoding', 'accept-language', 'cookie', 'if-none-match', 'origin'];
/** With one of these, a request sends more or wants more than a plain response. */
const DISQUALIFYING_HEADERS = [
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
];
const KNOWN_HEADERS = new Set(['host', 'connection', ...VARYING_HEADERS, ...DISQUALIFYING_HEADERS]);

/**
 * Parses one plain GET that fills a chunk of a connection exactly. null: the chunk is anything else, or might be;
 * then Node's HTTP parses it.
 */
export function parsePlainGet(chunk: Buffer): GetRequest | null {
  if (chunk.byteLength > MAX_HEAD_BYTES) return null;
  const text = chunk.toString('latin1');
  const url = HEAD.exec(text)?.[1];
  if (url === undefined) return null;
  const headers: Record<string, string> = {};
  let at = text.indexOf('\r\n') + 2;
  while (at < text.length - 2) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon).toLowerCase();
    at = end + 2;
    if (!KNOWN_HEADERS.has(name)) continue;
    if (headers[name] !== undefined) return null;
    headers[name] = text.slice(colon + 1, end).trim();
  }
  return isPlain(headers) ? { url, headers } : null;
}

function isPlain(headers: Record<string, string>): boolean {
  const { host, connection } = headers;
  if (host === undefined || host === '') return false;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false;
  return DISQUALIFYING_HEADERS.every((name) => headers[name] === undefined);
}
