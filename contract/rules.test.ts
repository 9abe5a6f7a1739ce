import { describe, expect, test } from 'vitest';
import { isEmail } from './rules.ts';

describe('an email address', () => {
  test.each([
    'clara@example.org',
    'clara.wieck+konzert@post.example.co.uk',
    "o'brien@example.ie",
    'käthe@münchen.de',
    'a@b.xn--p1ai',
    'a@b.भारत',
  ])('%s is accepted', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  test.each([
    'a@c..de',
    'a@.de',
    'a@.c.de',
    'a@c.de.',
    'a..b@c.de',
    '.a@c.de',
    'a.@c.de',
    'a@c',
    'a@c.d',
    'a@c.12',
    'a b@c.de',
    'a@b@c.de',
    'a@c.de\nBcc: b@c.de',
  ])('%j is refused', (email) => {
    expect(isEmail(email)).toBe(false);
  });
});
