import type { Page } from '@playwright/test';
import { pickTexts } from '#messages/define-texts.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import { frameTexts, roleTexts } from '#messages/office/frame.ts';
import { listTexts } from '#messages/office/orders.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { PASSWORD } from '#test/registration.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import {
  acceptInvitation,
  addAuthenticator,
  codeOf,
  invite,
  expireStepUp,
} from './support/staff.ts';
import { tagsOf } from './support/office.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  const t = pickTexts(staffTexts, language);
  const form = pickTexts(formTexts, language);
  const frame = pickTexts(frameTexts, language);
  const roles = pickTexts(roleTexts, language);
  const audit = pickTexts(auditTexts, language);
  const list = pickTexts(listTexts, language);
  const labels = pickTexts(commandLabels, language);

  test.describe(`office, staff in ${language}`, () => {
    test.use(accessibilityContext(language));

    test(
      'an invitation, a sign-in by code, a step-up that keeps the entries, staff, audit log',
      { tag: tagsOf(language) },
      async ({ page, database, javaScriptEnabled }) => {
        // without scripts, the pages have the same HTML
        const checkPage = async (at: Page, state: string) => {
          if (javaScriptEnabled) await expectAccessible(at, state);
        };
        const errors = page.getByRole('region', { name: form.errors });
        const { path, email } = await invite(database, 'admin');

        await page.goto(path);
        await expect(page).toHaveTitle(new RegExp(`^${t.setUp} – ${frame.office} – `));
        await page.getByRole('button', { name: t.createAccount }).click();
        await expect(errors).toBeFocused();
        await checkPage(page, 'invitation with errors');
        const { key, codes } = await acceptInvitation(page, language);
        expect(new Set(codes).size).toBe(10);
        await page.getByRole('button', { name: t.next }).click();
        await expect(errors).toBeFocused();
        await checkPage(page, 'recovery codes');
        await page.getByLabel(t.written).check();
        await page.getByRole('button', { name: t.next }).click();
        await page.waitForURL('**/office');
        expect((await page.goto(path))?.status()).toBe(410);
        await expect(page.getByRole('alert')).toHaveText(t.invitationInvalid);

        await page.goto('/office/account');
        await checkPage(page, 'account');
        await page.getByRole('button', { name: t.signOut, exact: true }).click();
        await page.waitForURL('**/office/sign-in');
        const signIn = async (password: string) => {
          await page.getByLabel(t.email).fill(email);
          await page.getByLabel(t.password).fill(password);
          const code = codeOf(key, 1);
          await page.getByLabel(t.code).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
          await page.getByRole('main').getByRole('button', { name: t.signIn, exact: true }).click();
        };
        await signIn('wrong');
        await expect(page.getByRole('alert')).toBeFocused();
        await expect(page.getByRole('alert')).toHaveText(t.wrongSignIn);
        await expect(page.getByLabel(t.email)).toHaveValue(email);
        await checkPage(page, 'sign-in that failed');
        await signIn(PASSWORD);
        await page.waitForURL('**/office');

        await expireStepUp(database, email);
        await page.goto('/office/staff');
        const invited = `kept-${email}`;
        await page.getByLabel(t.email).fill(invited);
        await page.getByLabel(t.name, { exact: true }).fill('Kept Name');
        await page.getByLabel(t.role, { exact: true }).selectOption(roles.door);
        await page.getByRole('button', { name: t.sendInvitation }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.confirmTitle);
        await checkPage(page, 'step-up');
        await page.getByLabel(t.password).fill(PASSWORD);
        await page.getByLabel(t.code).fill(codes[0] ?? '');
        await page.getByRole('button', { name: t.confirm, exact: true }).click();
        await expect(page.getByRole('status')).toHaveText(form.entriesSaved);
        await expect(page.getByRole('status')).toBeFocused();
        await expect(page.getByLabel(t.email)).toHaveValue(invited);
        await expect(page.getByLabel(t.role, { exact: true })).toHaveValue('door');
        await expect(page.getByRole('table').getByText(invited)).toHaveCount(0);
        await page.getByRole('button', { name: t.sendInvitation }).click();
        await expect(page.getByRole('status')).toContainText(`${labels['staff:invite']}. `);
        await expect(page.getByRole('row').filter({ hasText: invited })).toContainText(
          t.stateInvited,
        );
        await checkPage(page, 'staff');

        const other = await database.query<{ id: number }>(
          `insert into staff (email, name, role, password_hash) values ($1, 'Olga Ort', 'door', '') returning id`,
          [`other-${email}`],
        );
        await page.goto(`/office/staff/${other.rows[0]?.id}`);
        await page.getByLabel(t.role, { exact: true }).selectOption(roles.editor);
        await page.getByRole('button', { name: t.changeRole }).click();
        await expect(page.getByRole('status')).toContainText(`${labels['staff:role']}. `);
        await page.getByRole('button', { name: t.disable }).click();
        await expect(page.getByRole('status')).toContainText(`${labels['staff:disable']}. `);
        await checkPage(page, 'a person who is disabled');
        await page.getByRole('button', { name: t.enable }).click();
        await expect(page.getByRole('status')).toContainText(`${labels['staff:enable']}. `);
        await page.getByRole('button', { name: t.inviteAgain }).click();
        await expect(page.getByRole('status')).toContainText(`${labels['staff:invite']}. `);

        await page.goto('/office/audit');
        await page.getByLabel(audit.what).selectOption('staff:role');
        await page.getByRole('button', { name: list.apply }).click();
        const row = page.getByRole('row').filter({ hasText: 'Olga Ort' }).first();
        await expect(row).toContainText(labels['staff:role']);
        await row.getByText(audit.details, { exact: true }).first().click();
        await expect(row.getByRole('table', { name: audit.details })).toContainText(roles.editor);
        await expect(page.getByLabel(list.forExcel)).toBeVisible();
        await checkPage(page, 'audit log');
        await page.getByLabel(audit.thing).fill('nothing has this name');
        await page.getByRole('button', { name: list.apply }).click();
        await page.getByRole('link', { name: list.reset }).click();
        await page.waitForURL(/\/office\/audit$/);
      },
    );
  });
}

test(
  'passkeys: account, sign-in, step-up, a second one, the last one; the idle dialog',
  { tag: '@desk' },
  async ({ page, database }) => {
    const t = pickTexts(staffTexts, 'de');
    const removeFirst = await addAuthenticator(page);
    const { path, email } = await invite(database, 'office');
    await page.goto(path);
    await page.getByRole('button', { name: t.createWithPasskey }).click();
    await page.waitForURL('**/office');

    await page.getByRole('button', { name: t.signOut, exact: true }).click();
    await page.getByRole('button', { name: t.withPasskey }).click();
    await page.waitForURL('**/office');

    await expireStepUp(database, email);
    await page.goto('/office/account');
    await page.getByRole('button', { name: t.remove }).click();
    await page.getByRole('button', { name: t.confirmWithPasskey }).click();
    await expect(page.getByRole('status')).toHaveText(formTexts.sendAgain.de);
    await page.getByRole('button', { name: t.remove }).click();
    await expect(page.getByRole('alert')).toHaveText(t.lastWay);

    await removeFirst();
    await addAuthenticator(page);
    await page.getByLabel(t.passkeyName).last().fill('Ersatz');
    await page.getByRole('button', { name: t.addPasskey }).click();
    await expect(page.getByRole('status')).toContainText('Zugang geändert.');
    const second = page.getByRole('article', { name: 'Ersatz' });
    await second.getByLabel(t.passkeyName).fill('Schlüsselbund');
    await second.getByRole('button', { name: t.rename }).click();
    await expect(page.getByRole('article', { name: 'Schlüsselbund' })).toBeVisible();
    await page
      .getByRole('article', { name: 'Passkey', exact: true })
      .getByRole('button', { name: t.remove })
      .click();
    await expect(page.getByRole('article')).toHaveCount(1);
    const { rows } = await database.query(
      `select from mail where kind = 'staff-credentials' and recipient = $1`,
      [email],
    );
    expect(rows, 'added, renamed, removed').toHaveLength(3);

    await page.clock.install();
    await page.goto('/office/account');
    // visible once the page is hydrated
    await expect(page.getByRole('button', { name: t.addPasskey })).toBeVisible();
    await page.clock.fastForward('28:01');
    const dialog = page.getByRole('dialog', { name: t.stillThere });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, 'idle dialog');
    const kept = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await dialog.getByRole('button', { name: t.stay }).click();
    expect((await kept).status()).toBe(200);
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: t.endSessions }).click();
    await page.waitForURL('**/office/sign-in');
    await page.getByRole('button', { name: t.withPasskey }).click();
    await page.waitForURL('**/office');
  },
);
