import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIGHTS } from '#packages/plates/lights.ts';
import { colours } from './colours.ts';

const readTokens = (file: string) => {
  const css = readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8');
  return new Map(
    [...css.matchAll(/--([\w-]+): (#[\da-f]{6});/gi)].map(([, name, value]) => [name, value]),
  );
};

test('documents and mails have the colours of the pages', () => {
  const tokens = readTokens('styles/tokens.css');
  const { line, ...shared } = colours;
  for (const [name, value] of Object.entries(shared)) {
    const token = name.replaceAll(/[A-Z]|\d/g, (sign) => `-${sign.toLowerCase()}`);
    expect(`--${token}: ${tokens.get(token)}`).toBe(`--${token}: ${value.toLowerCase()}`);
  }
  expect(line).toMatch(/^#[\dA-F]{6}$/);
});

test('the page of a concert has the sky and the ground of its plate', () => {
  const tokens = readTokens('concerts/concert.css');
  const { alpengluehen, ...others } = LIGHTS;
  expect([alpengluehen.sky, alpengluehen.ink]).toEqual([colours.sky, colours.ink]);
  for (const [name, { sky, ink }] of Object.entries(others)) {
    expect([name, tokens.get(`light-${name}-sky`)]).toEqual([name, sky.toLowerCase()]);
    expect([name, tokens.get(`light-${name}-ground`)]).toEqual([name, ink.toLowerCase()]);
  }
});
