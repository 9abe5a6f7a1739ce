import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';
import { PASSWORD } from '#test/registration.ts';

// Staff of the office with accounts of their own; support/office.ts has those of the demonstration.

/** Invites a person, as an administrator does; returns the link and the e-mail address. */
export async function invite(database: Pool, role: Role): Promise<{ path: string; email: string }> {
  const token = crypto.randomUUID();
  const email = `${token.slice(0, 8)}@example.org`;
  await database.query(
    `insert into staff_invitation (email, name, role, language, token_hash, sealed_token, expires_at)
     values ($1, 'Nina Neu', $2, 'de', $3, '', now() + interval '1 hour')`,
    [email, role, hashToken(token)],
  );
  return { path: `/office/invitation/${token}`, email };
}

/** Completes an invitation; returns the key of the one-time codes, and the recovery codes shown at its end. */
export async function acceptInvitation(
  page: Page,
  language: Language,
): Promise<{ key: string; codes: string[] }> {
  const t = pickTexts(staffTexts, language);
  const key = await page.getByLabel(t.key, { exact: true }).innerText();
  await page.getByLabel(t.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(t.passwordRepeat).fill(PASSWORD);
  await page.getByLabel(t.code).fill(codeOf(key));
  await page.getByRole('button', { name: t.createAccount }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.recoveryCodes);
  return { key, codes: await page.getByRole('main').getByRole('code').allInnerTexts() };
}

/** Moves a person's last step-up an hour back, so that the next one is due. */
export async function expireStepUp(database: Pool, email: string): Promise<void> {
  await database.query(
    `update staff_session set confirmed_at = confirmed_at - interval '1 hour'
     where staff_id = (select id from staff where email = $1)`,
    [email],
  );
}

/** The one-time code of a key as shown in the page, `steps` of 30 s from now. */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Adds an authenticator that unlocks by itself (WebAuthn, CTAP2). */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}
