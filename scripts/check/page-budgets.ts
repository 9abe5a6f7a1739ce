import type { PageWeight } from './weigh-pages.ts';

/** For every page, in bytes with Brotli (decision 11). */
export const budgets = {
  script: 130_000,
  style: 14_000,
  fonts: 85_000,
};

/** For the pages of the office, which nobody opens on the way to a ticket. */
export const officeBudgets = { script: 140_000, style: 16_000 };

/** A line for each exceeded budget. */
export function listExcess(pages: PageWeight[], fonts: number): string[] {
  const excess = (what: string, bytes: number, budget: number) =>
    bytes > budget ? [`${what}: ${bytes} bytes, the budget is ${budget}`] : [];
  return [
    ...pages.flatMap(({ route, script, style }) => {
      const most = route.startsWith('office/') ? officeBudgets : budgets;
      return [
        ...excess(`Scripts of ${route}`, script, most.script),
        ...excess(`Styles of ${route}`, style, most.style),
      ];
    }),
    ...excess('Fonts of the first view', fonts, budgets.fonts),
  ];
}
