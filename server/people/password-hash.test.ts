import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash matches its password and no other', async () => {
  const stored = await hashPassword('Forellenquintett');
  expect(await verifyPassword('Forellenquintett', stored)).toBe(true);
  expect(await verifyPassword('forellenquintett', stored)).toBe(false);
  expect(await hashPassword('Forellenquintett')).not.toBe(stored);
});

test('the same characters are the same password, however a device composes them', async () => {
  const stored = await hashPassword('Müllerin'.normalize('NFC'));
  expect(await verifyPassword('Müllerin'.normalize('NFD'), stored)).toBe(true);
});

test('without an account, no password matches', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('Forellenquintett', null)).toBe(false);
});

test('the event loop stays responsive', async () => {
  let ticks = 0;
  const clock = setInterval(() => ticks++, 1);
  await Promise.all(Array.from({ length: 8 }, () => verifyPassword('wrong', null)));
  clearInterval(clock);
  expect(ticks).toBeGreaterThan(10);
});

test('a flood from one network delays others by a few of its passwords only', async () => {
  let checked = 0;
  const flood = Array.from({ length: 60 }, () =>
    verifyPassword('wrong', null, '198.51.100.1').then(() => checked++),
  );
  await verifyPassword('wrong', null, '198.51.100.2');
  expect(checked).toBeLessThan(10);
  await Promise.all(flood);
});
