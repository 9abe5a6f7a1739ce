import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Calls the control interface of the payment sandbox (packages/stripe-sandbox/README.md), e.g. `pay`. */
export async function callSandbox(page: Page, name: string, ...list: unknown[]): Promise<unknown> {
  const shown = await page.request.get('/sandbox/card');
  const response = await page.request.post(`${shown.headers()['x-sandbox']}/sandbox/${name}`, {
    data: list,
  });
  const body = (await response.json()) as { result: unknown };
  expect(response.status(), JSON.stringify(body)).toBe(200);
  return body.result;
}
