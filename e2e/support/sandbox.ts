import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Does at the payment sandbox what happens outside our page (sandbox/README.md), e.g. `pay`. */
export async function askSandbox(page: Page, name: string, ...list: unknown[]): Promise<unknown> {
  const shown = await page.request.get('/sandbox/card');
  const answer = await page.request.post(`${shown.headers()['x-sandbox']}/sandbox/${name}`, {
    data: list,
  });
  const body = (await answer.json()) as { result: unknown };
  expect(answer.status(), JSON.stringify(body)).toBe(200);
  return body.result;
}
