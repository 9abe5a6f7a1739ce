import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { problems, type ProblemCode } from '#contract/problems.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

const shop = await openDemoSite();
const FORM = 'application/x-www-form-urlencoded';
const TOKEN = 'a'.repeat(64);

const post = (path: string, headers: Record<string, string> = {}, body = 'x=1') =>
  fetch(`${shop.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { accept: 'text/html', 'accept-language': 'de', 'content-type': FORM, ...headers },
  });

// no-referrer makes older Safari send this, without Sec-Fetch-Site
test.each([
  [`/newsletter-preferences/${TOKEN}`, 404],
  [`/newsletter-preferences/${TOKEN}/unsubscribe`, 404],
  [`/auth/reset-password?email=a@example.org&token=${TOKEN}`, 422],
  [`/auth/undo-email-change?token=${TOKEN}`, 403],
  ['/verify-email?url=x', 200],
  ['/language', 303],
  ['/newsletter', 422],
  ['/auth/logout', 303],
])('a form on a token page is handled without an origin: %s', async (path, status) => {
  const response = await post(path, { origin: 'null' });
  const text = await response.text();
  expect(text).not.toContain(problems.foreign_origin.message.de);
  expect(response.status, text.slice(0, 300)).toBe(status);
});

const large = 'x'.repeat(300_000);
test.each<[ProblemCode, Record<string, string>, string?]>([
  ['foreign_origin', { origin: 'https://evil.example' }],
  ['foreign_origin', { origin: 'null' }],
  ['foreign_origin', { 'sec-fetch-site': 'cross-site' }],
  ['too_large', {}, `message=${large}`],
  ['media_type', { 'content-type': 'text/plain' }],
  ['malformed', { 'content-type': 'multipart/form-data; boundary=x' }, 'nonsense'],
])('a form refused unread is its page: %s %j', async (code, headers, body) => {
  for (const [path, language] of [
    ['/contact', 'de'],
    ['/en/contact', 'en'],
  ] as const) {
    const response = await post(path, headers, body);
    const text = await response.text();
    expect(response.status).toBe(problems[code].status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(text).toContain(problems[code].message[language]);
    expect(text).toContain('name="message"');
  }
});

test('where the address of a form has no page, the next page says why it was refused', async () => {
  const response = await post('/language', { origin: 'https://evil.example' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  const [cookie = ''] = response.headers.getSetCookie();
  const next = await fetch(shop.url, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(await next.text()).toContain(problems.foreign_origin.message.de);
});

test('the programs of a page, and other clients, read the problem in JSON', async () => {
  const foreign = { origin: 'https://evil.example' };
  for (const response of [
    await post('/en/contact.data', { ...foreign, accept: '*/*' }),
    await post('/en/contact', { ...foreign, accept: 'application/json' }),
  ]) {
    expect(response.status).toBe(403);
    const { message } = (await response.json()) as { message: string };
    expect(message).toBe(problems.foreign_origin.message.en);
  }
});

// who sends for long would see a reset connection, and not the page that says why
test.each([
  ['/contact', 413],
  ['/office/orders', 303],
  ['/api/contact', 413],
  ['/unknown', 404],
])('a body that is not needed is received to its end: %s', async (path, status) => {
  const { host, hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const size = 80 * 1024 * 1024;
  const head = `Host: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM}`;
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: ${size}\r\n\r\n`);
  socket.write(Buffer.alloc(size, 'x'));
  socket.write(`GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const responses = await readText(socket);
  const statuses = [...responses.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
  expect(statuses).toEqual([status, 200]);
});
