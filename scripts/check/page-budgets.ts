import type { PageWeight } from './weigh-pages.ts';

/** In bytes with Brotli (decision 11). */
export const budgets = {
  contentScript: 117_000,
  shopScript: 122_000,
  style: 14_000,
  fonts: 85_000,
};

/** Public pages; all others belong to the shop. */
const content = /^(?:any|de|en):|^newsletter\//;

/** A line for each exceeded budget. */
export function listExcess(pages: PageWeight[], fonts: number): string[] {
  const excess = (what: string, bytes: number, budget: number) =>
    bytes > budget ? [`${what}: ${bytes} bytes, the budget is ${budget}`] : [];
  return [
    ...pages.flatMap(({ route, script, style }) => [
      ...excess(
        `Scripts of ${route}`,
        script,
        content.test(route) ? budgets.contentScript : budgets.shopScript,
      ),
      ...excess(`Styles of ${route}`, style, budgets.style),
    ]),
    ...excess('Fonts of the first view', fonts, budgets.fonts),
  ];
}
