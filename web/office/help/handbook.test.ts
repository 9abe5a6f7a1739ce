import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '#contract/language.ts';
import { readHandbook } from './handbook.server.ts';

const pictures = new URL('../../../docs/pictures/', import.meta.url);

test.each(languages)('the handbook in %s has headings, steps and its pictures', (language) => {
  const { title, blocks } = readHandbook(language);
  expect(title).toBe({ de: 'Handbuch', en: 'Running a festival' }[language]);
  const kinds = new Set(blocks.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining(['heading', 'picture', 'steps', 'table', 'text']),
  );
  for (const block of blocks) {
    if (block.kind === 'picture') expect(existsSync(new URL(block.file, pictures))).toBe(true);
    // what the page could not show
    if (block.kind === 'text') expect(block.text).not.toMatch(/^[#|>!-]|```/);
  }
});
