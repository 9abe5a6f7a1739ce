/** One part of a mail as `/dev/mail` shows it. */
export interface MimePart {
  /** Lower case, without parameters. */
  contentType: string;
  filename: string | null;
  content: Buffer;
}

/** A mail taken apart. Header names are in lower case; encoded words are decoded. */
export interface ParsedMail {
  headers: Map<string, string>;
  parts: MimePart[];
}

/** Reads a mail that we have written ourselves: enough for `/dev/mail` and the tests, no more. */
export function readMime(raw: Buffer): ParsedMail {
  const text = raw.toString('latin1');
  const { headers, body } = splitHead(text);
  return { headers, parts: readParts(headers, body) };
}

function splitHead(text: string): { headers: Map<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, body: end === null ? '' : text.slice(end.index + end[0].length) };
}

function readParts(headers: Map<string, string>, body: string): MimePart[] {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = parameter(type, 'boundary');
  if (boundary !== null) {
    const pieces = body.split(new RegExp(`(?:^|\\r?\\n)--${escapePattern(boundary)}`));
    return pieces
      .slice(1)
      .filter((piece) => !piece.startsWith('--'))
      .flatMap((piece) => {
        const part = splitHead(piece.replace(/^[ \t]*\r?\n/, ''));
        return readParts(part.headers, part.body);
      });
  }
  const disposition = headers.get('content-disposition') ?? '';
  return [
    {
      contentType: (type.split(';')[0] ?? '').trim().toLowerCase(),
      filename: parameter(disposition, 'filename') ?? parameter(type, 'name'),
      content: decodeBody(body, headers.get('content-transfer-encoding')?.toLowerCase()),
    },
  ];
}

function parameter(header: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return match?.[1] ?? match?.[2] ?? null;
}

function decodeBody(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  return Buffer.from(unescapeQuoted(body.replaceAll(/=\r?\n/g, '')), 'latin1');
}

function unescapeQuoted(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** RFC 2047: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?= */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : Buffer.from(unescapeQuoted(word.replaceAll('_', ' ')), 'latin1').toString(),
    );
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
