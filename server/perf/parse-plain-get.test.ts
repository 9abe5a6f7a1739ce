import { expect, test } from 'vitest';
import { parsePlainGet } from './parse-plain-get.ts';

const parse = (text: string) => parsePlainGet(Buffer.from(text, 'latin1'));
const head = (...lines: string[]) =>
  ['GET /de/concerts?show=all HTTP/1.1', 'Host: festival.example', ...lines, '', ''].join('\r\n');

test('a plain GET is parsed into its address and the headers that its response depends on', () => {
  const text = head('ACCEPT-Encoding:gzip, br \t', 'User-Agent: M\xfcller/1', 'If-None-Match: "a"');
  expect(parse(text)).toEqual({
    url: '/de/concerts?show=all',
    headers: { host: 'festival.example', 'accept-encoding': 'gzip, br', 'if-none-match': '"a"' },
  });
});

test.each([
  ['half a head', head().slice(0, -2)],
  ['two requests at once', head() + head()],
  ['a body', `${head()}x`],
  ['an announced body', head('Content-Length: 1')],
  ['a chunked body', head('transfer-encoding: chunked')],
  ['an expectation', head('Expect: 100-continue')],
  ['a request for another protocol', head('Connection: Upgrade', 'Upgrade: websocket')],
  ['the last request of its connection', head('Connection: close')],
  ['HEAD', head().replace('GET', 'HEAD')],
  ['POST', head().replace('GET', 'POST')],
  ['HTTP/1.0', head().replace('HTTP/1.1', 'HTTP/1.0')],
  ['an address with a space', head().replace('/de/', '/d e/')],
  ['an absolute address', head().replace('GET /', 'GET http://x/')],
  ['no host', 'GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\n\r\n'],
  ['two hosts', head('host: other.example')],
  ['no header', 'GET / HTTP/1.1\r\n\r\n'],
  ['a space before the colon', head('Content-Length : 1')],
  ['a folded line', head('Accept: a', ' b')],
  ['a line without a colon', head('Accept')],
  ['a bare line feed', head('Accept: a\nContent-Length: 1')],
  ['a bare carriage return', head('Accept: a\rContent-Length: 1')],
  ['a null byte', head('Accept: a\0')],
  ['lines that end with line feeds only', head().replaceAll('\r', '')],
  ['a very long head', head(`Cookie: ${'c'.repeat(9_000)}`)],
  ['nothing', ''],
])('%s is for Node’s own HTTP', (_name, text) => {
  expect(parse(text)).toBeNull();
});
