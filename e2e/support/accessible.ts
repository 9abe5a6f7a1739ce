import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/**
 * The state on the screen breaks no rule of WCAG 2.2 AA that a machine can judge, neither wide nor narrow.
 * `frames`: the card provider's, too, which takes longer.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { frames = false } = {},
): Promise<void> {
  const before = page.viewportSize();
  for (const size of widths) {
    await page.setViewportSize(size);
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(tags)
      .setLegacyMode(!frames)
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
    expect.soft(found, `${state}, ${size.width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
