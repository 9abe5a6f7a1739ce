import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { listDemoAccounts } from '#server/office/staff/demo-staff.ts';
import { readOrCreateAppSecret } from '#server/platform/security/app-secret.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';

/** The office's journeys run in German with scripts and in English without: languages differ in texts only. */
export const tagsOf = (language: Language): string[] =>
  language === 'de' ? ['@desk'] : ['@desk', '@unscripted'];

/** Signs in to the office as the demonstration's account of this role. */
export async function signInToOffice(page: Page, role: Role): Promise<void> {
  const secret = readOrCreateAppSecret(process.env.E2E_DATA_DIR ?? '');
  const account = listDemoAccounts(createSignedTokens(secret)).find((each) => each.role === role);
  await page.goto('/office/sign-in');
  await page.locator('input[name="email"]').fill(account?.email ?? '');
  await page.locator('input[name="password"]').fill(account?.password ?? '');
  await page.getByRole('main').getByRole('button').first().click();
  await page.waitForURL('**/office');
}
