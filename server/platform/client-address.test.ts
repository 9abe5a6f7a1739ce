import { expect, test } from 'vitest';
import { createAddressOf, type ProxyFault } from './client-address.ts';

/** The client's address behind the proxy 10.0.0.1, and the faults that were reported. */
function seen(headers: Record<string, string>, peer = '10.0.0.1', networks = ['10.0.0.0/8']) {
  const faults: ProxyFault[] = [];
  const addressOf = createAddressOf(networks, (fault) => void faults.push(fault));
  return [addressOf(peer, new Headers(headers)), ...faults];
}

test.each([
  ['203.0.113.17', '203.0.113.17'],
  ['203.0.113.17:50001', '203.0.113.17'],
  ['::ffff:203.0.113.17', '203.0.113.17'],
  ['::ffff:cb00:7111', '203.0.113.17'],
  ['0:0:0:0:0:FFFF:203.0.113.17', '203.0.113.17'],
  ['[::ffff:cb00:7111]:443', '203.0.113.17'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:0DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['198.51.100.9, 203.0.113.17:50001, 10.0.0.2:80', '203.0.113.17'],
])('X-Forwarded-For: %s', (header, address) => {
  expect(seen({ 'x-forwarded-for': header })).toEqual([address]);
});

test.each([
  ['for=203.0.113.17;proto=https;by=10.0.0.1', '203.0.113.17'],
  ['by=10.0.0.1; For="203.0.113.17:50001"', '203.0.113.17'],
  ['for=198.51.100.9, for="[2001:db8::1]:443", for=10.0.0.2', '2001:db8::1'],
])('Forwarded alone: %s', (header, address) => {
  expect(seen({ forwarded: header })).toEqual([address]);
});

test('X-Forwarded-For comes before Forwarded, which a visitor may have sent', () => {
  const both = { 'x-forwarded-for': '203.0.113.17', forwarded: 'for=198.51.100.9' };
  expect(seen(both)).toEqual(['203.0.113.17']);
});

test.each<Record<string, string>>([
  { 'x-forwarded-for': 'unknown' },
  { 'x-forwarded-for': '203.0.113.17, ' },
  { 'x-forwarded-for': '1.2.3' },
  { forwarded: 'for=_hidden' },
  { forwarded: 'proto=https' },
])('a hop of a trusted proxy that cannot be read is reported: %j', (headers) => {
  expect(seen(headers)).toEqual(['10.0.0.1', 'unreadable']);
});

test('what stands before the visitor is never read', () => {
  expect(seen({ 'x-forwarded-for': 'nonsense, 203.0.113.17' })).toEqual(['203.0.113.17']);
});

test('a forwarded request of another peer is reported, and its header has no effect', () => {
  expect(seen({ 'x-forwarded-for': '203.0.113.17' }, '192.0.2.1')).toEqual([
    '192.0.2.1',
    'untrusted',
  ]);
  expect(seen({ forwarded: 'for=203.0.113.17' }, '::ffff:192.0.2.1')).toEqual([
    '192.0.2.1',
    'untrusted',
  ]);
  expect(seen({}, '192.0.2.1')).toEqual(['192.0.2.1']);
});

test('a proxy and its network have many spellings, too', () => {
  const headers = { 'x-forwarded-for': '203.0.113.17' };
  for (const peer of ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1']) {
    for (const network of ['10.0.0.1', '10.0.0.0/8', '::ffff:10.0.0.0/104']) {
      expect(seen(headers, peer, [network]), `${peer} in ${network}`).toEqual(['203.0.113.17']);
    }
  }
});
