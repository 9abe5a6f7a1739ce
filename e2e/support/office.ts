import { expect, type Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { listDemoAccounts } from '#server/staff/staff-password.ts';
import { readOrCreateAppSecret } from '#server/settings/env.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';

/** The office's journeys run in German with scripts and in English without: languages differ in texts only. */
export const tagsOf = (language: Language): string[] =>
  language === 'de' ? ['@desk'] : ['@desk', '@unscripted'];

/** Signs in to the office as the demonstration's account of this role, without the page's form. */
export async function signInToOffice(page: Page, role: Role): Promise<void> {
  const secret = readOrCreateAppSecret(process.env.E2E_DATA_DIR ?? '');
  const account = listDemoAccounts(createSignedTokens(secret)).find((each) => each.role === role);
  const { origin } = new URL((await page.request.get('/healthz')).url());
  const response = await page.request.post('/office/sign-in', {
    headers: { origin },
    form: {
      form: 'sign-in',
      email: account?.email ?? '',
      password: account?.password ?? '',
      code: '',
    },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
}
