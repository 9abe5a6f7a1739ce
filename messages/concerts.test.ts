import { expect, test } from 'vitest';
import { formatDateRange } from '#contract/format.ts';
import { concertTexts } from './concerts.ts';

test.each([
  ['2025-08-08', '2025-08-29', 'vom 8. bis 29. August 2025:'],
  ['2025-07-30', '2025-08-02', 'vom 30. Juli bis 2. August 2025:'],
  ['2025-08-08', '2025-08-08', 'am 8. August 2025:'],
])('the German description of a list from %s to %s has its dates in words', (from, to, dates) => {
  const range = formatDateRange(from, to, 'de');
  const description = concertTexts.listDescription.de({ count: 16, range });
  expect(description.replaceAll('\u00A0', ' ')).toContain(`16 Konzerte ${dates}`);
});
