import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colours } from './colours.ts';

test('documents and mails have the colours of the pages', () => {
  const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');
  const tokens = new Map(
    [...css.matchAll(/--([\w-]+): (#[\da-f]{6});/gi)].map(([, name, value]) => [name, value]),
  );
  const { line, ...shared } = colours;
  for (const [name, value] of Object.entries(shared)) {
    const token = name.replaceAll(/[A-Z]|\d/g, (sign) => `-${sign.toLowerCase()}`);
    expect(`--${token}: ${tokens.get(token)}`).toBe(`--${token}: ${value.toLowerCase()}`);
  }
  expect(line).toMatch(/^#[\dA-F]{6}$/);
});
