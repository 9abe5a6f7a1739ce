import { fileTexts } from '#messages/office/files.ts';
import type { Page } from '@playwright/test';
import { pickTexts } from '#messages/define-texts.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { listTexts } from '#messages/office/orders.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { PASSWORD } from '#test/registration.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { delayScripts, waitForStyles } from './support/delayed-scripts.ts';
import {
  acceptInvitation,
  addAuthenticator,
  codeOf,
  invite,
  expireStepUp,
} from './support/staff.ts';
import { tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

const NEW_PASSWORD = 'Enzian Firnfeld 1865';

for (const language of ['de', 'en'] as const) {
  const t = pickTexts(staffTexts, language);
  const frame = pickTexts(frameTexts, language);

  /** Creates an account with password and one-time codes; ends on Today. Returns its recovery codes. */
  const setUpAccount = async (page: Page, path: string): Promise<string[]> => {
    await page.goto(path);
    const { codes } = await acceptInvitation(page, language);
    await page.getByLabel(t.written).check();
    await page.getByRole('button', { name: t.next }).click();
    await page.waitForURL('**/office');
    return codes;
  };

  test.describe(`office, own account in ${language}`, () => {
    test.use(accessibilityContext(language));

    test(
      'a new password, a new key and new recovery codes replace the old ones',
      { tag: tagsOf(language) },
      async ({ page, database, javaScriptEnabled }) => {
        const { path, email } = await invite(database, 'office');
        const codes = await setUpAccount(page, path);
        await page.goto('/office/account');
        const menu = page.getByRole('navigation', { name: frame.office, exact: true });
        const current = menu.getByRole('link', { name: frame.account, exact: true });
        await expect(current).toHaveAttribute('aria-current', 'page');
        const main = page.getByRole('main');
        const newPassword = main.getByRole('region', { name: t.newPassword });
        await newPassword.getByLabel(t.password, { exact: true }).fill(NEW_PASSWORD);
        await newPassword.getByLabel(t.passwordRepeat).fill('another');
        await newPassword.getByRole('button', { name: t.setPassword }).click();
        await expect(newPassword.getByLabel(t.passwordRepeat)).toHaveAttribute(
          'aria-invalid',
          'true',
        );
        if (javaScriptEnabled) await expectAccessible(page, 'account with an error');
        await newPassword.getByLabel(t.password, { exact: true }).fill(NEW_PASSWORD);
        await newPassword.getByLabel(t.passwordRepeat).fill(NEW_PASSWORD);
        await newPassword.getByRole('button', { name: t.setPassword }).click();
        await expect(page.getByRole('status')).toBeFocused();

        const newKey = main.getByRole('region', { name: t.newKey });
        await expireStepUp(database, email);
        await page.reload();
        await expect(newKey.getByLabel(t.key, { exact: true })).toHaveCount(0);
        await newKey.getByRole('link', { name: t.showKey }).click();
        await page.getByLabel(t.password).fill(NEW_PASSWORD);
        await page.getByLabel(t.code).fill(codes[0] ?? '');
        await page.getByRole('button', { name: t.confirm, exact: true }).click();
        await page.waitForURL('**/office/account');
        await newKey.getByLabel(t.code).fill('000000');
        await newKey.getByRole('button', { name: t.setKey }).click();
        await expect(newKey.getByLabel(t.code)).toHaveAttribute('aria-invalid', 'true');
        const key = await newKey.getByLabel(t.key, { exact: true }).innerText();
        await newKey.getByLabel(t.code).fill(codeOf(key));
        await newKey.getByRole('button', { name: t.setKey }).click();
        await expect(newKey.getByLabel(t.key, { exact: true })).not.toHaveText(key);

        await main.getByRole('button', { name: t.makeCodes }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.recoveryCodes);
        await expect(main.getByRole('code')).toHaveCount(10);
        await page.getByLabel(t.written).check();
        await page.getByRole('button', { name: t.next }).click();
        await page.waitForURL('**/office');
        const { rows } = await database.query(
          `select from mail where kind = 'staff-credentials' and recipient = $1`,
          [email],
        );
        expect(rows, 'password, key, codes').toHaveLength(3);

        await page.getByRole('button', { name: t.signOut, exact: true }).click();
        await page.waitForURL('**/office/sign-in');
        const signIn = async (password: string) => {
          await page.getByLabel(t.email).fill(email);
          await page.getByLabel(t.password).fill(password);
          await page.getByLabel(t.code).fill(codeOf(key, 1));
          await main.getByRole('button', { name: t.signIn, exact: true }).click();
        };
        await signIn(PASSWORD);
        await expect(page.getByRole('alert')).toHaveText(t.wrongSignIn);
        await signIn(NEW_PASSWORD);
        await page.waitForURL('**/office');
      },
    );

    test(
      'a file asks for the identity first, and comes then',
      { tag: tagsOf(language) },
      async ({ page, database, javaScriptEnabled }) => {
        const { path, email } = await invite(database, 'office');
        const codes = await setUpAccount(page, path);
        await expireStepUp(database, email);
        await page.goto('/office/orders');
        await page.getByRole('button', { name: pickTexts(listTexts, language).asCsv }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.confirmTitle);
        await page.getByLabel(t.password).fill(PASSWORD);
        await page.getByLabel(t.code).fill(codes[0] ?? '');
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: t.confirm, exact: true }).click();
        expect((await download).suggestedFilename()).toMatch(
          new RegExp(`^${fileTexts.orders[language]}-${fileTexts.start[language]}-.*\\.csv$`),
        );
        if (javaScriptEnabled) await expect(page.getByLabel(t.password)).toHaveValue('');
        await page.goto('/office/orders');
        await expect(page.getByRole('status')).toHaveCount(0);
      },
    );
  });
}

test('nothing moves during hydration', { tag: '@desk' }, async ({ page, database }) => {
  const t = pickTexts(staffTexts, 'de');
  const { path } = await invite(database, 'office');
  await page.goto(path);
  await acceptInvitation(page, 'de');
  const release = await delayScripts(page);
  await page.goto('/office/account', { waitUntil: 'commit' });
  const below = page.getByRole('button', { name: t.makeCodes });
  await waitForStyles(page);
  const before = await below.boundingBox();
  await expect(page.getByRole('button', { name: t.addPasskey })).toBeHidden();
  release();
  await expect(page.getByRole('button', { name: t.addPasskey })).toBeVisible();
  expect((await below.boundingBox())?.y).toBe(before?.y);
});

test('an eleventh passkey is refused', { tag: '@desk' }, async ({ page, database }) => {
  const t = pickTexts(staffTexts, 'de');
  const removeFirst = await addAuthenticator(page);
  const { path, email } = await invite(database, 'office');
  await page.goto(path);
  await page.getByRole('button', { name: t.createWithPasskey }).click();
  await page.waitForURL('**/office');
  // the authenticator itself would refuse a second passkey of the same account
  await removeFirst();
  await addAuthenticator(page);
  await database.query(
    `insert into staff_passkey (staff_id, credential_id, public_key, counter, name)
     select s.id, md5(s.email || n), '', 0, 'Schlüssel ' || n
     from staff s, generate_series(2, 10) n where s.email = $1`,
    [email],
  );
  await page.goto('/office/account');
  await page.getByLabel(t.passkeyName).last().fill('Der elfte');
  await page.getByRole('button', { name: t.addPasskey }).click();
  await expect(page.getByText(t.tooManyPasskeys).first()).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(10);
  await expectAccessible(page, 'ten passkeys');
});
