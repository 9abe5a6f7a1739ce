import type { Page } from '@playwright/test';

/**
 * Makes forms of hydrated pages get this status, as from a failing server or proxy.
 *
 * @param path of the forms' action, a glob
 */
export const failForm = (page: Page, path: string, status: number) =>
  page.route(`**${path}.data*`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, body: 'x' }) : route.fallback(),
  );
