import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url);
const textsOf = (below: string): string =>
  readdirSync(new URL(below, folder))
    // devices of the door are signed out, as the agreement has it
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'door.ts')
    .map((name) => readFileSync(new URL(`${below}${name}`, folder), 'utf8'))
    .join('\n');

test.each([
  ['customers log in', './', /\bsign(?:ed|ing|s)?[ -](?:in|out)\b/gi],
  ['staff sign in', './office/', /\blog(?:ged|ging|s)?[ -](?:in|out)\b/gi],
  ['nobody gives an address or a card', './', /\bPlease give\b|\bGive (?:your|the)\b/g],
])('in English, %s', (_, below, other) => {
  expect(textsOf(below).match(other)).toBeNull();
});
