import { expect, test } from 'vitest';
import { decrypt, encrypt } from './signed-tokens.ts';

const key = Buffer.alloc(32, 7);

test('a text is restored, and never encrypted to the same bytes twice', () => {
  const encrypted = encrypt(key, 'Grüß Gott');
  expect(decrypt(key, encrypted)).toBe('Grüß Gott');
  expect(encrypt(key, 'Grüß Gott')).not.toEqual(encrypted);
});

test('texts encrypted by former versions can still be read', () => {
  const stored = 'CL48L5yNj7KGfbIz+13l0pw+avlE0jONSJB54WuTppCiclcKysF/';
  expect(decrypt(key, Buffer.from(stored, 'base64'))).toBe('Grüß Gott');
});

test('nothing is decrypted with another key, after a change, or from a part', () => {
  const encrypted = encrypt(key, 'text');
  expect(decrypt(Buffer.alloc(32, 8), encrypted)).toBeNull();
  expect(decrypt(key, Buffer.concat([encrypted, Buffer.from('!')]))).toBeNull();
  for (const length of [0, 5, 12, 16, 28, encrypted.length - 1]) {
    expect(decrypt(key, encrypted.subarray(0, length))).toBeNull();
  }
});
