import { expect, test } from 'vitest';
import { demoFolder } from './load-programme.ts';
import { readProgramme } from './read-programme.ts';
import { readPage } from './festival-content.ts';

const { festival, legal } = await readProgramme(demoFolder);
const content = { ...festival, legal };

test.each(['terms', 'privacy', 'accessibility'] as const)('%s is readable in English', (page) => {
  const german = readPage(content, page, 'de');
  const english = readPage(content, page, 'en');
  expect([german.language, english.language]).toEqual(['de', 'en']);
  expect(english.sections.map(({ name }) => name)).toEqual(german.sections.map(({ name }) => name));
  english.sections.forEach(({ paragraphs }, index) => {
    expect(paragraphs[0]).not.toBe(german.sections[index]?.paragraphs[0]);
    expect(paragraphs).toHaveLength(german.sections[index]?.paragraphs.length ?? 0);
  });
});

test('the imprint is German', () => {
  expect(readPage(content, 'imprint', 'en').language).toBe('de');
});

test('the accessibility statement names means of payment, test and authority, and no orders by phone', () => {
  const { sections } = readPage(content, 'accessibility', 'de');
  const text = sections.flatMap(({ paragraphs }) => paragraphs).join('\n');
  expect(text).toContain('Kredit- oder Debitkarte');
  expect(text).toMatch(/zuletzt im \S+ \d{4}/);
  expect(text).toMatch(/MLBF\), .+ \d+, 39112 Magdeburg/);
  expect(text).not.toMatch(/Bestellung.{0,30}Telefon/);
});
