import type { PageWeight } from './weigh-pages.ts';

/** For every page, in bytes with Brotli (decision 11). */
export const budgets = {
  script: 130_000,
  style: 14_000,
  fonts: 85_000,
};

/** A line for each exceeded budget. */
export function listExcess(pages: PageWeight[], fonts: number): string[] {
  const excess = (what: string, bytes: number, budget: number) =>
    bytes > budget ? [`${what}: ${bytes} bytes, the budget is ${budget}`] : [];
  return [
    ...pages.flatMap(({ route, script, style }) => [
      ...excess(`Scripts of ${route}`, script, budgets.script),
      ...excess(`Styles of ${route}`, style, budgets.style),
    ]),
    ...excess('Fonts of the first view', fonts, budgets.fonts),
  ];
}
