import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

// The minified source: each tested page has to parse it.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds in the page as it is now, its frames of the same origin included, one line each.
 *
 * @param tags of the rules; default are all rules that axe runs by itself
 */
export async function runAxe(page: Page, tags?: string[]): Promise<string[]> {
  await Promise.all(page.frames().map(loadAxe));
  const violations = await page.evaluate(async (values) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const runOnly = values && { runOnly: { type: 'tag' as const, values } };
    const results = await loaded.run(document, { ...runOnly, resultTypes: ['violations'] });
    return results.violations;
  }, tags);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

/** Once per document: sending and parsing it takes longer than a run. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
}
