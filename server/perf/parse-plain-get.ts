import type { GetRequest } from '../platform/http/cached-response.ts';

/** In bytes: more than a browser's head with all our cookies; what is longer is not read here. */
const LONGEST_HEAD = 8_192;

/** A whole head and nothing after it (RFC 9112, 3 and 5); the first group is the address. */
const HEAD = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;

/** What an answer depends on. */
const ASKED = ['accept-encoding', 'accept-language', 'cookie', 'if-none-match', 'origin'];
/** Headers with which a request brings more or wants more than a plain answer. */
const MORE = ['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'];
const READ = new Set(['host', 'connection', ...ASKED, ...MORE]);

/**
 * Reads a GET that lies whole and alone in one piece of what came over a connection. null: it is anything
 * else, or only might be; then Node's own HTTP reads it.
 */
export function readHead(piece: Buffer): GetRequest | null {
  if (piece.byteLength > LONGEST_HEAD) return null;
  const text = piece.toString('latin1');
  const url = HEAD.exec(text)?.[1];
  if (url === undefined) return null;
  const headers: Record<string, string> = {};
  let at = text.indexOf('\r\n') + 2;
  while (at < text.length - 2) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r\n', colon);
    const name = text.slice(at, colon).toLowerCase();
    at = end + 2;
    if (!READ.has(name)) continue;
    if (headers[name] !== undefined) return null;
    headers[name] = text.slice(colon + 1, end).trim();
  }
  return isPlain(headers) ? { url, headers } : null;
}

function isPlain(headers: Record<string, string>): boolean {
  const { host, connection } = headers;
  if (host === undefined || host === '') return false;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false;
  return MORE.every((name) => headers[name] === undefined);
}
